import type { AppContext } from '#app/app-context.ts'
import { WalletBalances } from '#payout/wallet-balances.ts'
import { readPortalState } from './portal-state.ts'
import { StateFeed } from './state-feed.ts'

/** A node is asked for the balances no more often than this, however many look. */
const BALANCES_MAX_AGE_MS = 15_000

/** Creates the one reader that composes the state of the whole for everybody. */
export function createStateFeed(app: AppContext) {
  const balances = new WalletBalances(app, BALANCES_MAX_AGE_MS)
  return new StateFeed(() => readPortalState(app, balances))
}
