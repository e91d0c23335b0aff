import type { AmountUA } from './amounts.ts'
import type { MessageSettings } from './claim-message.ts'
import type { Network } from './networks.ts'

/** The operator's settings of the migration itself, as read from PORTAL_CONFIG. */
export interface PortalSettings extends MessageSettings {
  tokenName: string
  networks: readonly Network[]
  /** Decimals of the coin that is migrated away from. */
  coinDecimals: number
  /** The most that a holder list may add up to: a list in the wrong unit exceeds it. */
  expectedSupplyUA: AmountUA | null
  /** The page on which news of the payout appears. */
  channelUrl: string | null
  links: PortalLinks
  /** Which one links to transactions lead to. */
  explorer: Explorer
  /** `#rrggbb`; the page has its own when there is none. */
  accentColor: string | null
  /** A data: URL, so that no visitor's browser asks anybody else for it. */
  logoUrl: string | null
  /** Offers the whole holder list for download, so that anybody can check it. */
  publishBundle: boolean
  /** Tells everybody how many have claimed and were paid. */
  publicProgress: boolean
  claimsOpenAtMs: number | null
  claimsCloseAtMs: number | null
  /** A run takes no claim that was submitted or corrected within so many minutes before its start. */
  coolingOffMinutes: number
  /** The time by which tokens are expected to be sent; shown beside "soon". */
  expectedPayoutAtMs: number | null
  /** Null where the page offers no WalletConnect. */
  walletConnect: WalletConnectTerms | null
  /** The origins that may show the claim page in a frame, as a Safe App. */
  safeAppOrigins: readonly string[]
}

/** The block explorers of Solana that can be chosen. */
export const EXPLORERS = ['solana', 'solscan', 'solanafm'] as const
export type Explorer = (typeof EXPLORERS)[number]

/** Where the project says more about the migration; null where it has no such page. */
export interface PortalLinks {
  site: string | null
  terms: string | null
  support: string | null
  announcement: string | null
}

/** How the page reaches wallets through a WalletConnect relay. */
export interface WalletConnectTerms {
  projectId: string
  /** `wss://…`: the relay carries messages that only page and wallet can read. */
  relayUrl: string
}

export const DEFAULT_RELAY_URL = 'wss://relay.walletconnect.org'
