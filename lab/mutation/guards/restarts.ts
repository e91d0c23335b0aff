import type { Guard } from '#lab/mutation/mutant.ts'

const BARRIER = { file: 'payout/restart-barrier.ts', tests: ['src/payout/restart-barrier.test.ts'] }

/** Guards of the waits before a process signs. */
export const RESTART_GUARDS: readonly Guard[] = [
  {
    ...BARRIER,
    name: 'signs while what was signed before the start may still land',
    guard: 'if (blocksLeft > 0) return blocksLeft',
    without: '',
  },
  {
    ...BARRIER,
    name: 'signs in the last block in which an earlier transaction may land',
    guard: 'this.#height + 1 - blockHeight',
    without: 'this.#height - blockHeight',
  },
  {
    ...BARRIER,
    name: 'takes the blocks of a node that has caught up for time that passed',
    guard: 'Math.ceil(msLeft / BLOCK_MS), ',
    without: '',
  },
  {
    ...BARRIER,
    name: 'compares the records by a bank that is older than another node has',
    guard: 'Math.max(this.#newestSlot, ...positions.map((position) => position.slot))',
    without: 'this.#newestSlot',
  },
  {
    ...BARRIER,
    name: 'waits by blocks alone on public clusters',
    guard: "clusterName(genesisHash) === 'other' ? 0 : PUBLIC_MINIMUM_WAIT_MS",
    without: '0',
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
