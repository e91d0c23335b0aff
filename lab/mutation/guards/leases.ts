import type { Guard } from '#lab/mutation/mutant.ts'

const KEEPER = { file: 'payout/lease-keeper.ts', tests: ['test/payout/lease-keeper.test.ts'] }
const STOPPING = { file: 'payout/run-until-stopped.ts', tests: ['test/payout/run-until-stopped.test.ts'] }

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
  {
    ...STOPPING,
    name: 'looks recipients up to the end after a stop',
    guard: "if (run?.state !== 'running')",
    without: 'if (run === undefined)',
  },
  {
    ...STOPPING,
    name: 'looks recipients up to the end after the process was told to end',
    guard: 'AbortSignal.any([signal, stopped.signal])',
    without: 'stopped.signal',
  },
]
