import type { Guard } from '#lab/mutation/mutant.ts'

const MACHINE = {
  file: 'payout/settle/attempt-machine.ts',
  tests: ['src/payout/settle/attempt-machine.test.ts'],
}
const BALANCE = {
  file: 'payout/settle/explain-balance.ts',
  tests: ['src/payout/settle/explain-balance.test.ts'],
}
const BARRIER = {
  file: 'payout/records/restart-barrier.ts',
  tests: ['src/payout/records/restart-barrier.test.ts'],
}

/** Guards of the proof of expiry, of what counts as paid, and of the waits before a process signs. */
export const EXPIRY_GUARDS: readonly Guard[] = [
  {
    ...MACHINE,
    name: 'takes a transaction for expired in its last valid block',
    guard: 'finalized.blockHeight > attempt.lastValidBlockHeight',
    without: 'finalized.blockHeight >= attempt.lastValidBlockHeight',
  },
  {
    ...MACHINE,
    name: 'takes what no node knows yet for overdue',
    guard: "finalized && hasExpired(attempt, finalized) ? 'overdue'",
    without: "finalized ? 'overdue'",
  },
  {
    ...MACHINE,
    name: 'records what is only confirmed as paid',
    guard: "if (status.commitment === 'finalized') {",
    without: "if (status.commitment !== 'processed') {",
  },
  {
    ...MACHINE,
    name: 'records what failed as paid',
    guard: "return status.error === null\n      ? { kind: 'paid'",
    without: "return status.slot >= 0\n      ? { kind: 'paid'",
  },
  {
    ...MACHINE,
    name: 'takes any later transaction for the end of an earlier one',
    guard: 'laterLastValidBlockHeight - BLOCKHASH_LIFE_BLOCKS >= lastValidBlockHeight',
    without: 'laterLastValidBlockHeight > lastValidBlockHeight',
  },
  {
    ...MACHINE,
    name: 'proves an expiry without the second node',
    guard: "if (evidence.secondNode) views.push(['the second node', evidence.secondNode])",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry though a node knows the status',
    guard: "if (status && isOfCluster(attempt, genesisHashes)) return { kind: 'landed', status }",
    without: '',
  },
  {
    ...MACHINE,
    name: 'takes a status of another cluster',
    guard: 'if (status && isOfCluster(attempt, genesisHashes))',
    without: 'if (status)',
  },
  {
    ...MACHINE,
    name: 'proves an expiry though the history shows it',
    guard: `if (source.found) return "shows it in the source account's history although it does not know its status"`,
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry though tokens are gone',
    guard:
      "if (source.reachesBack && source.balance.kind === 'unexplained')\n    return describeExcess(source.balance.excessBaseUnits)",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry by another cluster',
    guard: "if (!isOfCluster(attempt, genesisHashes)) return 'belongs to another cluster'",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry before the end is final',
    guard:
      "if (!hasExpired(attempt, finalized)) return 'has not finalized the block after which it can not land'",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry by no answer',
    guard: "if (history.statuses.length !== 1) return 'did not answer the history search'",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry by a search of an older bank',
    guard:
      "if (history.contextSlot < finalized.slot) return 'answered the history search from an older slot'",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry by an older balance',
    guard: "if (source.balanceSlot < finalized.slot) return 'showed the balance of an older slot'",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry by a node that has forgotten',
    guard:
      "if (firstAvailableBlock > attempt.contextSlot) return 'no longer has the blocks in which it may have landed'",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry by half a history',
    guard:
      "if (!source.reachesBack) return 'has a history of the source account that does not reach back far enough'",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry by a balance that can not be explained',
    guard: `if (source.balance.kind === 'unknown') return "can not show all that changed the sending wallet's balance"`,
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry by a history that may be late',
    guard: 'if (source.reachesForward) continue',
    without: 'if (source) continue',
  },
  {
    ...BALANCE,
    name: 'counts twice what the anchor has',
    guard: 'slot <= anchor.slot || ',
    without: '',
  },
  {
    ...BALANCE,
    name: 'leaves out what came with the balance',
    guard: 'slot > now.slot',
    without: 'slot >= now.slot',
  },
  {
    ...BALANCE,
    name: 'passes over a transaction that the node can not show',
    guard: "if (changeBaseUnits === null) return { kind: 'unknown' }",
    without: 'if (changeBaseUnits === null) continue',
  },
  {
    ...BALANCE,
    name: 'finds more than was expected no contradiction',
    guard: 'excessBaseUnits === 0n ?',
    without: 'excessBaseUnits >= 0n ?',
  },
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
    name: 'waits less once a node takes back that slots are long',
    guard: 'Math.max(this.#longestSlotMs, slotMs)',
    without: 'slotMs',
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
    file: 'payout/nodes/blockhash-source.ts',
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
