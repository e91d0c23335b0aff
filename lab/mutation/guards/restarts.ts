import type { Guard } from '#lab/mutation/mutant.ts'

const BARRIER = { file: 'payout/restart-barrier.ts', tests: ['src/payout/restart-barrier.test.ts'] }

/** Guards of the waits before a process signs. */
export const RESTART_GUARDS: readonly Guard[] = [
  {
    ...BARRIER,
    name: 'signs while what was signed before the start may still land',
    guard: 'if (blocks > 0 || msLeft > 0) return { blocks, waitMs: Math.max(blocks * slotMs, msLeft) }',
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
    guard: 'blocks > 0 || msLeft > 0',
    without: 'blocks > 0',
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
    guard: 'return Math.max(PUBLIC_MINIMUM_WAIT_MS, PUBLIC_MINIMUM_WAIT_SLOTS * slotMs)',
    without: 'return 0',
  },
  {
    ...BARRIER,
    name: 'waits less where a node says that slots are short',
    guard: 'Math.max(PUBLIC_MINIMUM_WAIT_MS, PUBLIC_MINIMUM_WAIT_SLOTS * slotMs)',
    without: 'PUBLIC_MINIMUM_WAIT_SLOTS * slotMs',
  },
  {
    ...BARRIER,
    name: 'waits less once a node takes back that slots are long',
    guard: 'Math.max(this.#longestSlotMs, slotMs)',
    without: 'slotMs',
  },
  {
    ...BARRIER,
    name: 'waits for ever where a node says so',
    file: 'payout/slot-pace.ts',
    tests: ['src/payout/slot-pace.test.ts'],
    guard: 'slotMs > 0 && slotMs <= LONGEST_SLOT_MS',
    without: 'slotMs > 0',
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
    file: 'payout/blockhash-source.ts',
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
