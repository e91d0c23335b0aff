import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { z } from 'zod'
import { parseAmountUA } from '#domain/amounts.ts'
import { CLAIM_MESSAGES, type ClaimMessageKind, fitsStatement } from '#domain/claim-message.ts'
import { DEFAULT_NETWORKS, type Network, readChainId } from '#domain/networks.ts'
import {
  DEFAULT_RELAY_URL,
  EXPLORERS,
  type PortalLinks,
  type PortalSettings,
} from '#domain/portal-settings.ts'
import { ConfigError, httpUrl, settingError } from './environment.ts'

const choiceOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, {
    error: `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `"${name}"`))}`,
  })

const chainId = z.union([z.number(), z.string()]).transform((value, context) => {
  const id = readChainId(value)
  if (id !== null) return `0x${id.toString(16)}`
  context.addIssue('must be a chain id: a whole number, or 0x and hexadecimal digits')
  return z.NEVER
})

const network = z.strictObject({
  chainId,
  chainName: z.string().min(1),
  nativeCurrency: z.strictObject({
    name: z.string().min(1),
    symbol: z.string().min(1).max(11),
    decimals: z.number().int().min(0).max(36),
  }),
  rpcUrls: z.array(httpUrl).min(1),
  blockExplorerUrls: z.array(httpUrl).default([]),
})

const timeMs = z
  .union([z.number().int().nonnegative(), z.iso.datetime({ offset: true })], {
    error: 'must be whole seconds since the epoch, or an ISO time with its zone ("2027-01-31T12:00:00Z")',
  })
  .transform((value) => (typeof value === 'number' ? value * 1000 : Date.parse(value)))

/** Where a portal runs that is being tried out. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1']

/** The official origin of the portal, as browsers write it. */
const publicUrl = z.string().transform((text, context) => {
  const problem = problemOf(URL.parse(text))
  if (problem === null) return new URL(text).origin
  context.addIssue(problem)
  return z.NEVER
})

function problemOf(url: URL | null): string | null {
  if (url === null) return 'must be a URL such as https://claim.example.org'
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname))
  if (!isSafe) return 'must begin with https:// (http:// is taken for localhost and 127.0.0.1 alone)'
  return url.href === `${url.origin}/`
    ? null
    : 'must be an origin alone, such as https://claim.example.org: no path, query, fragment or user'
}

const link = z
  .url({ protocol: /^https$/, error: 'must be a URL that begins with https://' })
  .nullable()
  .default(null)

/** Pages of the project beside the portal. */
const links = z
  .strictObject({ site: link, terms: link, support: link, announcement: link } satisfies Record<
    keyof PortalLinks,
    z.ZodType
  >)
  .prefault({})

const relayUrl = z.string().transform((text, context) => {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'wss:' || (url?.protocol === 'ws:' && LOCAL_HOSTS.includes(url.hostname))
  if (url && isSafe && url.href === `${url.protocol}//${url.host}/`) return `${url.protocol}//${url.host}`
  context.addIssue('must be wss:// and a host (ws:// is taken for localhost and 127.0.0.1 alone)')
  return z.NEVER
})

/** The settings by which wallets reach the page other than as the browser's own. */
const walletAccess = {
  walletConnectProjectId: z
    .string()
    .regex(/^[0-9a-zA-Z]{8,64}$/, 'must be the id of a WalletConnect project: letters and digits')
    .nullable()
    .default(null),
  walletConnectRelayUrl: relayUrl.nullable().default(null),
  safeAppOrigins: z.array(publicUrl).default([]),
}

/** Thirty days: more would keep every claim from being paid. */
const MAX_COOLING_OFF_MINUTES = 30 * 24 * 60

const settings = z
  .strictObject({
    tokenName: z.string().trim().min(1).max(100).default('Token'),
    tokenSymbol: z.string().trim().min(1).max(20).default('TOKEN'),
    networks: z.array(network).min(1).optional(),
    coinDecimals: z.number().int().min(0).max(36).default(18),
    expectedSupply: z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'must be a decimal number of whole coins, as text')
      .nullable()
      .default(null),
    channelUrl: httpUrl.nullable().default(null),
    explorer: choiceOf(EXPLORERS).default('solana'),
    accentColor: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #rrggbb')
      .nullable()
      .default(null),
    logo: z.string().min(1).nullable().default(null),
    claimMessage: choiceOf(CLAIM_MESSAGES).default('lines'),
    publicUrl: publicUrl.nullable().default(null),
    links,
    termsFile: z.string().min(1).nullable().default(null),
    publishBundle: z.boolean().default(false),
    publicProgress: z.boolean().default(false),
    claimsOpenAt: timeMs.nullable().default(null),
    claimsCloseAt: timeMs.nullable().default(null),
    coolingOffMinutes: z.number().int().min(0).max(MAX_COOLING_OFF_MINUTES).default(0),
    expectedPayoutAt: timeMs.nullable().default(null),
    ...walletAccess,
  })
  .superRefine((given, context) => {
    const { networks, claimsOpenAt, claimsCloseAt } = given
    for (const [setting, message] of claimMessageProblems(given)) {
      context.addIssue({ code: 'custom', path: [setting], message })
    }
    const { walletConnectProjectId, walletConnectRelayUrl } = given
    if (walletConnectRelayUrl !== null && walletConnectProjectId === null) {
      const message = 'must be given with walletConnectProjectId'
      context.addIssue({ code: 'custom', path: ['walletConnectRelayUrl'], message })
    }
    if (claimsOpenAt !== null && claimsCloseAt !== null && claimsCloseAt <= claimsOpenAt) {
      context.addIssue({ code: 'custom', path: ['claimsCloseAt'], message: 'must be after claimsOpenAt' })
    }
    const ids = networks?.map((each) => each.chainId) ?? []
    if (new Set(ids).size < ids.length) {
      context.addIssue({ code: 'custom', path: ['networks'], message: 'two networks have the same chainId' })
    }
  })

/** Reads the JSON file that PORTAL_CONFIG names; the built-in settings when it names none. Throws ConfigError. */
export async function readPortalSettings(path: string | undefined): Promise<PortalSettings> {
  return path === undefined
    ? parsePortalSettings({})
    : parsePortalSettings(await readJson(path), dirname(path))
}

/** Validates a settings file's content and adds the defaults. Paths in it are relative to `folder`. Throws ConfigError. */
async function parsePortalSettings(content: unknown, folder = '.'): Promise<PortalSettings> {
  const result = settings.safeParse(content)
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map(({ path, message }) => ({
        setting: ['PORTAL_CONFIG', path.join('.')].filter(Boolean).join(' '),
        problem: message,
      })),
    )
  }
  const {
    networks,
    claimsOpenAt,
    claimsCloseAt,
    expectedPayoutAt,
    logo,
    termsFile,
    expectedSupply,
    walletConnectProjectId: projectId,
    walletConnectRelayUrl,
    ...rest
  } = result.data
  const chosen: readonly Network[] = networks ?? DEFAULT_NETWORKS
  const logoUrl = logo === null ? null : await readLogo(resolve(folder, logo))
  return {
    ...rest,
    logoUrl,
    termsHash: termsFile === null ? null : await readTermsHash(resolve(folder, termsFile)),
    networks: chosen,
    expectedSupplyUA: expectedSupply === null ? null : parseAmountUA(expectedSupply),
    claimsOpenAtMs: claimsOpenAt,
    claimsCloseAtMs: claimsCloseAt,
    expectedPayoutAtMs: expectedPayoutAt,
    walletConnect:
      projectId === null ? null : { projectId, relayUrl: walletConnectRelayUrl ?? DEFAULT_RELAY_URL },
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not valid JSON' : 'can not be read'
    const reason = error instanceof Error ? error.message : String(error)
    throw settingError('PORTAL_CONFIG', `${path} ${problem}: ${reason}`)
  }
}

interface GivenMessage {
  claimMessage: ClaimMessageKind
  publicUrl: string | null
  tokenSymbol: string
  termsFile: string | null
  links: PortalLinks
}

/** Lists the settings that the claim message can not be built with, and why. */
function claimMessageProblems(given: GivenMessage): [setting: string, problem: string][] {
  const problems: [string, string][] = []
  if (given.termsFile !== null && given.links.terms === null) {
    problems.push(['termsFile', 'takes links.terms too: the page on which claimants read what they accept'])
  }
  if (given.claimMessage === 'lines') return problems
  if (given.publicUrl === null) {
    problems.push(['publicUrl', 'must be given with claimMessage "siwe": it is the address that is signed'])
  }
  if (!fitsStatement(given.tokenSymbol)) {
    problems.push([
      'tokenSymbol',
      'takes only the characters of EIP-4361 with claimMessage "siwe": letters from a to z, digits, spaces and -._~:/?#[]@!$&\'()*+,;=',
    ])
  }
  return problems
}

/** Small, because every visitor loads it with the first answer. */
const MAX_BYTES = 32 * 1024

const MEDIA_TYPES: Partial<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** Reads the operator's logo as a data: URL. Throws ConfigError when it is no image, or too large. */
async function readLogo(path: string): Promise<string> {
  const mediaType = MEDIA_TYPES[extname(path).toLowerCase()]
  if (!mediaType) throw settingError('PORTAL_CONFIG logo', `must be an .svg, .png or .webp file, not ${path}`)
  const bytes = await readFile(path).catch((error: Error) => {
    throw settingError('PORTAL_CONFIG logo', `${path} can not be read: ${error.message}`)
  })
  if (bytes.length > MAX_BYTES)
    throw settingError('PORTAL_CONFIG logo', `${path} is larger than ${MAX_BYTES / 1024} kB`)
  return `data:${mediaType};base64,${bytes.toString('base64')}`
}

/** Returns the SHA-256 of the terms that claimants accept, in hexadecimal. Throws ConfigError. */
async function readTermsHash(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw settingError('PORTAL_CONFIG termsFile', `${path} can not be read: ${error.message}`)
  })
  if (bytes.length === 0) throw settingError('PORTAL_CONFIG termsFile', `${path} is empty`)
  return createHash('sha256').update(bytes).digest('hex')
}
