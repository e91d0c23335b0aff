import { z } from 'zod'
import { CLAIM_MESSAGES } from '#domain/claim-message.ts'
import { EXPLORERS } from '#domain/portal-settings.ts'
import { decimalString, epochSeconds, fileHash, treeHash } from './primitives.ts'

const WORDS_LENGTH = 500

const words = z.string().trim().min(1, 'must not be empty').max(WORDS_LENGTH)

/** An announcement above the claim page. */
export const claimBanner = z.object({ text: words, severity: z.enum(['info', 'warning']) })

export const bannerBody = z.object({ banner: claimBanner.nullable() })

export const pauseBody = z.object({
  paused: z.boolean(),
  message: words.optional().describe('Shown to claimants while it lasts, above the banner'),
})

/** Both: what is left out would be changed by accident. */
export const claimWindowBody = z
  .object({ opensAt: epochSeconds.nullable(), closesAt: epochSeconds.nullable() })
  .superRefine(({ opensAt, closesAt }, context) => {
    if (opensAt !== null && closesAt !== null && closesAt <= opensAt) {
      context.addIssue({ code: 'custom', path: ['closesAt'], message: 'must be after opensAt' })
    }
  })

export const claimControlsResponse = z.object({
  claimsOpenAt: epochSeconds.nullable(),
  claimsCloseAt: epochSeconds.nullable(),
  paused: z.boolean(),
  pauseMessage: z.string().nullable(),
  banner: claimBanner.nullable(),
  claimsOpen: z.boolean().describe('Inside the window, and not paused'),
})
export type ClaimControlsResponse = z.infer<typeof claimControlsResponse>

export const network = z.object({
  chainId: z.string().regex(/^0x[1-9a-f][0-9a-f]*$/),
  chainName: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number().int() }),
  rpcUrls: z.array(z.string()),
  blockExplorerUrls: z.array(z.string()),
})

/** Pages of the project that a claimant may want to compare with. */
const portalLinks = z.object({
  site: z.string().nullable(),
  terms: z.string().nullable(),
  support: z.string().nullable(),
  announcement: z.string().nullable(),
})

const progressPart = z.object({ holders: z.number().int(), amountUA: decimalString })

/** How far the migration is. */
export const progressResponse = z.object({
  listed: progressPart.describe('Who has an allocation'),
  claimed: progressPart.describe('Claims that were not rejected'),
  paid: progressPart.describe('Claims that were sent'),
  left: progressPart.describe('Listed and not claimed'),
  asOf: epochSeconds,
})

const receiptKey = z.string().regex(/^[0-9a-f]{64}$/)
const receiptKeySignature = z
  .string()
  .regex(/^[0-9a-f]{128}$/)
  .nullable()

/** The portal's public settings, which the page needs before a wallet is connected. Unknown values are null. */
export const portalResponse = z.object({
  tokenName: z.string(),
  tokenSymbol: z.string(),
  networks: z.array(network),
  fileHash: fileHash.nullable(),
  receiptKey: receiptKey.describe('Ed25519 public key that signs the receipts of claims'),
  receiptKeys: z
    .array(
      z.object({
        key: receiptKey,
        from: epochSeconds,
        signedByPrevious: receiptKeySignature.describe(
          'By the key before; null for the first, and where the one before was lost',
        ),
        confirmsPrevious: receiptKeySignature.describe('By this key, under the same text'),
      }),
    )
    .describe('All of them, in order; the last is receiptKey'),
  root: treeHash.nullable().describe('Of the Merkle tree over the holder list'),
  allocationsUpdatedAt: epochSeconds.nullable(),
  channelUrl: z.string().nullable(),
  publicUrl: z.string().nullable().describe('The official origin'),
  links: portalLinks.describe('Pages of the project'),
  explorer: z.enum(EXPLORERS),
  claimMessage: z
    .enum(CLAIM_MESSAGES)
    .describe('What a claim is signed with: `lines`, or `siwe`, EIP-4361, which names publicUrl'),
  termsHash: z.string().nullable().describe('SHA-256 of the terms that an EIP-4361 message names'),
  accentColor: z.string().nullable().describe('#rrggbb'),
  logoUrl: z.string().nullable().describe('A data: URL'),
  claimsOpenAt: epochSeconds.nullable(),
  claimsCloseAt: epochSeconds.nullable(),
  claimsOpen: z.boolean().describe('Inside the window, and not paused'),
  paused: z.boolean(),
  /** A pause's words and the banner may be one text. */
  banner: claimBanner.extend({ text: z.string() }).nullable(),
  expectedPayoutAt: epochSeconds.nullable(),
  payoutDecimals: z
    .number()
    .int()
    .nullable()
    .describe('Of the token that claims are paid in: amounts are cut off there. Null without a sender'),
  progress: progressResponse.nullable().describe('Null where the settings keep it to themselves'),
  walletConnect: z
    .object({ projectId: z.string(), relayUrl: z.string() })
    .nullable()
    .describe('Null where the page offers no WalletConnect'),
  safeAppOrigins: z
    .array(z.string())
    .describe('The origins that may show the page in a frame, as a Safe App'),
  contractChains: z.array(z.string()).describe('Chain ids, 0x hex, on which contract wallets can be checked'),
  serverTime: epochSeconds,
})
export type PortalResponse = z.infer<typeof portalResponse>

export const healthResponse = z.object({
  status: z.literal('ok'),
  version: z.string(),
  commit: z.string().describe('Of the sources that were built; "unknown" where the build could not tell'),
})

export const readyQuery = z.object({
  scope: z
    .enum(['all', 'traffic'])
    .default('all')
    .describe(
      'traffic: only whether this server can serve requests, and is not being stopped. For balancers',
    ),
})

export const readyResponse = z.object({ status: z.literal('ready') })

export const openApiDocument = z.looseObject({ openapi: z.string() })

/** What the project shows of itself, also where the rest can not be read. */
export type Brand = Pick<
  PortalResponse,
  | 'tokenName'
  | 'logoUrl'
  | 'accentColor'
  | 'publicUrl'
  | 'claimsOpenAt'
  | 'claimsCloseAt'
  | 'expectedPayoutAt'
  | 'progress'
>

/** What a page carries as JSON in its own HTML: all that its first view is drawn of. */
export interface PageData {
  language: string
  /** By which numbers and dates are written. */
  locale: string
  /** The host of `publicUrl`; null without one. What a request says of its host may be anybody's. */
  host: string | null
  /** Null where the portal's data has it all. */
  brand: Brand | null
  /** Null on the pages that do without, and while the database does not answer. */
  portal: PortalResponse | null
}

/** A page to be rendered. */
export interface PageRequest extends Pick<PageData, 'language' | 'locale' | 'portal'> {
  brand: Brand
  path: '/' | '/test' | '/404'
}

/** What tells a reader's language. */
export interface LanguageWishes {
  /** The header of this name. */
  acceptLanguage: string
  /** The language that the reader chose before. */
  chosenLanguage: string | null
}

export interface RenderedPage {
  language: string
  /** The tag and the direction of what it is written in. */
  lang: string
  dir: 'ltr' | 'rtl'
  title: string
  description: string
  /** The content of `#root`. */
  body: string
  data: PageData
  /** The accent's colours; empty where the page's own are used. */
  css: string
}

/** The module that `npm run build` makes of `web/claim/render-page.tsx`, for the server. */
export interface PageRenderer {
  /** Chooses among the available languages, and a locale that the runtime knows: there are a few hundred answers, whatever is asked. */
  chooseLanguage(wishes: LanguageWishes): Pick<PageData, 'language' | 'locale'>
  renderPage(asked: PageRequest): Promise<RenderedPage>
}
