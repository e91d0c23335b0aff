import type { AppContext } from '#app/app-context.ts'
import { WalletBalances } from '#payout/wallet-balances.ts'
import { PayableClaims } from './payable-claims.ts'
import { readPortalState } from './portal-state.ts'
import { StateFeed } from './state-feed.ts'

/** However many look. */
const BALANCE_TERMS = { maxAgeMs: 15_000, keptMs: 60_000 }

/** Creates the one reader that composes the state of the whole for everybody. */
export function createStateFeed(app: AppContext) {
  const balances = new WalletBalances(app, BALANCE_TERMS)
  const payable = new PayableClaims(app)
  return new StateFeed(() => readPortalState(app, balances, payable))
}
