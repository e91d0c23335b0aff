import type { Guard } from '#lab/mutation/mutant.ts'

const BARRIER = { file: 'payout/restart-barrier.ts', tests: ['src/payout/restart-barrier.test.ts'] }

/** Guards of the waits before a process signs. */
export const RESTART_GUARDS: readonly Guard[] = [
  {
    ...BARRIER,
    name: 'signs while what was signed before the start may still land',
    guard: 'this.#isPast = blockHeight > this.#height',
    without: 'this.#isPast = blockHeight > 0',
  },
  {
    ...BARRIER,
    name: 'signs in the last block in which an earlier transaction may land',
    guard: 'blockHeight > this.#height',
    without: 'blockHeight >= this.#height',
  },
  {
    ...BARRIER,
    name: 'waits for less than a node that is ahead of this one has signed by',
    guard: '+ MARGIN_BLOCKS',
    without: '- 150',
  },
  {
    ...BARRIER,
    name: 'waits as long as a blockhash says that is not the newest one',
    file: 'payout/fitting-blockhash.ts',
    guard: 'Math.max(blockhash.lastValidBlockHeight, finalized.blockHeight + BLOCKHASH_LIFE_BLOCKS)',
    without: 'blockhash.lastValidBlockHeight',
  },
  {
    ...BARRIER,
    name: 'signs at once by a database that may be another copy',
    guard: 'epoch !== this.#epoch) this.#barriers.clear()',
    without: "epoch !== this.#epoch && epoch === '') this.#barriers.clear()",
  },
]
