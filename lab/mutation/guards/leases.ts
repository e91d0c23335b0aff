import type { Guard } from '#lab/mutation/mutant.ts'

const KEEPER = { file: 'payout/lease-keeper.ts', tests: ['test/payouts/lease-keeper.test.ts'] }
/** Guards of leases: who pays from a wallet, and until when. */
export const LEASE_GUARDS: readonly Guard[] = [
  {
    ...KEEPER,
    name: 'loses a lease to a slow node',
    guard: 'if (!(await this.renew(name, fence).catch(() => true))) return',
    without: 'return',
  },
  {
    ...KEEPER,
    name: 'renews a lease for ever',
    guard: 'done.abort()\n      await renewing',
    without: '',
  },
  {
    ...KEEPER,
    name: 'takes over a lease before its term is over',
    guard: 'if (this.#clock.monotonicMs() - seen.sinceMs < LEASE_TTL_MS) return null',
    without: '',
  },
]
