import type { Guard } from '#lab/mutation/mutant.ts'

const MACHINE = { file: 'payout/attempt-machine.ts', tests: ['src/payout/attempt-machine.test.ts'] }
const BALANCE = { file: 'payout/explain-balance.ts', tests: ['src/payout/explain-balance.test.ts'] }

/** Guards of the proof of expiry, and of what counts as paid. */
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
    name: 'sends no more what one node has just seen',
    guard: "status.commitment === 'confirmed' ? 'confirmed' : 'pending'",
    without: "'confirmed'",
  },
  {
    ...MACHINE,
    name: 'asks for the height a slot too late',
    guard: 'bankSlot - contextSlot >= BLOCKHASH_LIFE_BLOCKS',
    without: 'bankSlot - contextSlot > BLOCKHASH_LIFE_BLOCKS',
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
    name: 'takes half a history for a contradiction',
    guard: "source.reachesBack && source.balance.kind === 'unexplained'",
    without: "source.balance.kind === 'unexplained'",
  },
  {
    ...MACHINE,
    name: 'proves an expiry by another cluster',
    guard: "if (!isOfCluster(attempt, genesisHashes)) return 'belongs to another cluster'",
    without: '',
  },
  {
    ...MACHINE,
    name: 'proves an expiry by a node that was another cluster for a moment',
    guard: 'genesisHashes.every(',
    without: 'genesisHashes.some(',
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
    name: 'counts what came after the balance was read',
    guard: ' || slot > now.slot',
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
]
