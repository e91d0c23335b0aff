import type { AmountUA } from './amounts.ts'
import type { Network } from './networks.ts'

/** What the operator decides about the migration itself, as read from PORTAL_CONFIG. */
export interface PortalSettings {
  tokenName: string
  tokenSymbol: string
  networks: readonly Network[]
  /** Decimals of the coin that is migrated away from. */
  coinDecimals: number
  /** No holder list may add up to more than this: a list in the wrong unit does. */
  expectedSupplyUA: AmountUA | null
  /** Where news of the payout appears. */
  channelUrl: string | null
  /** `#rrggbb`; the page has its own when there is none. */
  accentColor: string | null
  /** A data: URL, so that no visitor's browser asks anybody else for it. */
  logoUrl: string | null
  claimsOpenAtMs: number | null
  claimsCloseAtMs: number | null
}
