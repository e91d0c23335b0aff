import type { Guard } from '#lab/mutation/mutant.ts'

const HISTORY_TESTS = 'test/payouts/node-without-history.test.ts'
const TRANSPORT_TESTS = ['src/solana/rpc-transport.test.ts']
const ANSWER = { file: 'solana/rpc-transport.ts', tests: TRANSPORT_TESTS }
const CONNECT = { file: 'solana/connect-rpc.ts', tests: ['src/solana/connect-rpc.test.ts'] }
const READER = { file: 'payout/nodes/failover-rpc.ts', tests: ['src/payout/nodes/failover-rpc.test.ts'] }
const PROOFS = {
  file: 'payout/nodes/cluster-proofs.ts',
  tests: ['src/payout/nodes/cluster-proofs.test.ts'],
}
const BLOCKHASH = {
  file: 'payout/nodes/blockhash-source.ts',
  tests: ['src/payout/nodes/blockhash-source.test.ts'],
}
const SOURCE_READER = {
  file: 'payout/records/source-reader.ts',
  tests: ['src/payout/records/source-reader.test.ts'],
}
const WATCH = { file: 'payout/records/payment-watch.ts', tests: ['src/payout/records/payment-watch.test.ts'] }
const COMPARED = { file: 'payout/records/compare-with-chain.ts', tests: ['test/payouts/compare-run.test.ts'] }
const GENESIS = {
  file: 'payout/nodes/with-genesis-check.ts',
  tests: ['src/payout/nodes/failover-rpc.test.ts'],
}

/** Guards of requests to nodes, and of conclusions from what several answer. */
export const NODE_GUARDS: readonly Guard[] = [
  {
    ...BLOCKHASH,
    name: 'books the rent of an old bank',
    guard: 'if (rent.contextSlot < blockhash.contextSlot - BEHIND_SLOTS)',
    without: 'if (rent.contextSlot < 0)',
  },
  {
    ...PROOFS,
    name: 'takes for proved what a node answered before it showed its cluster',
    guard: 'proved.first.answeredAtMs <= askedAtMs && ',
    without: '',
  },
  {
    ...PROOFS,
    name: 'takes for proved what a node answered after it showed its cluster last',
    guard: ' && answeredAtMs <= proved.last.askedAtMs',
    without: '',
  },
  {
    ...PROOFS,
    name: 'takes for proved what a node answered in a time without proofs',
    guard: 'nowMs - last.answeredAtMs <= forMs',
    without: 'nowMs >= 0',
  },
  {
    ...READER,
    name: 'goes on with the proofs of a node that named another cluster',
    guard: 'if (error instanceof OtherClusterError) this.#proofs.forget(node)\n',
    without: '',
    tests: ['src/payout/send/batch-pipeline.test.ts'],
  },
  {
    name: 'follows a Solana node to another address',
    file: 'solana/rpc-transport.ts',
    guard: "    redirect: 'manual',\n",
    without: '',
    tests: TRANSPORT_TESTS,
  },
  {
    name: 'follows an EVM node to another address',
    file: 'evm/evm-chain.ts',
    guard: ", fetchOptions: { redirect: 'error' }",
    without: '',
    tests: ['src/evm/evm-chain.test.ts'],
  },
  {
    ...ANSWER,
    name: 'takes the answer to another request',
    guard: 'if (error || answer.id !== requestId)',
    without: 'if (error)',
  },
  {
    name: 'repeats keys that the node repeats',
    file: 'solana/node-fault.ts',
    guard: "text.replaceAll(secret, '…')",
    without: "text.replaceAll(secret, '$&')",
    tests: ['src/solana/node-fault.test.ts'],
  },
  {
    ...CONNECT,
    name: 'gives a signature away to simulate',
    guard: 'sigVerify: false',
    without: 'sigVerify: true',
  },
  {
    ...CONNECT,
    name: 'takes another transaction for the one it asked for',
    guard: "if (read.signature !== signature) throw new MalformedResultError('Another transaction')",
    without: '',
  },
  {
    ...CONNECT,
    name: 'reads a history that may still change',
    guard: "commitment: 'finalized',\n            limit,",
    without: "commitment: 'confirmed',\n            limit,",
  },
  {
    ...CONNECT,
    name: 'reads the history of a node that is behind',
    guard: 'minContextSlot: BigInt(minContextSlot),',
    without: '',
  },
  {
    ...CONNECT,
    name: 'reads a balance that may still change',
    guard: ".getAccountInfo(address, { commitment: 'finalized'",
    without: ".getAccountInfo(address, { commitment: 'confirmed'",
  },
  {
    name: 'takes for expired what a node that is passed over shows',
    file: 'payout/settle/attempt-machine.ts',
    guard: 'if (shownBy !== null) return',
    without: "if (shownBy === '') return",
    tests: ['src/payout/settle/attempt-machine.test.ts'],
  },
  {
    name: 'counts any commitment of the second node as final',
    file: 'payout/settle/second-look.ts',
    guard: "if (status?.commitment !== 'finalized') return false",
    without: 'if (!status) return false',
    tests: ['src/payout/settle/settle-attempts.test.ts'],
  },
  {
    name: 'settles by one look what a history search shows as landed',
    file: 'payout/settle/settle-attempts.ts',
    guard: 'if (!this.#secondLook.confirms(attempt, ending, second)) return stillOpen(attempt)',
    without: '',
    tests: ['src/payout/settle/settle-attempts.test.ts'],
  },
  {
    ...SOURCE_READER,
    name: 'reads the history of the source account from any bank',
    guard: '      minContextSlot: contextSlot,\n',
    without: '',
  },
  {
    ...SOURCE_READER,
    name: 'takes a history that ends for whole although the account held tokens before',
    guard: '    if (since.baseUnits > 0n) return false\n',
    without: '',
  },
  {
    ...READER,
    name: 'trusts a further node of another cluster',
    guard: 'node === this.first ? ask(node) : this.#checked(node, ask)',
    without: 'ask(node)',
  },
  {
    ...READER,
    name: 'concludes from the answer of a first node of another cluster',
    guard: 'isDecisive(answer) ? this.readSurely(ask) : answer',
    without: 'answer',
  },
  {
    name: 'takes payments for none that a further node without history does not show',
    file: 'payout/records/unknown-payments.ts',
    guard: 'if (node !== reader.first && found.payments < atLeast)',
    without: 'if (found.payments < 0)',
    tests: [HISTORY_TESTS],
  },
  {
    name: 'finds lost payments by the word of another cluster',
    file: 'payout/records/unknown-payments.ts',
    guard: 'return reader.readSurely(async (node) => {',
    without: 'return reader.read(async (node) => {',
    tests: [HISTORY_TESTS],
  },
  {
    name: 'takes over what a further node without history shows',
    file: 'payout/records/unknown-payments.ts',
    guard: 'behind?.payments ?? 0',
    without: '0',
    tests: [HISTORY_TESTS],
  },
  {
    name: 'goes on without what a further node without history does not show',
    file: 'app/payouts/sender-records.ts',
    guard: 'behind ? Math.max(behind.payments, 1) : 0',
    without: '0',
    tests: [HISTORY_TESTS],
  },
  {
    ...BLOCKHASH,
    name: 'signs by a blockhash from before the balance that the run started from',
    guard: 'if (blockhash.contextSlot < this.#notBeforeSlot)',
    without: 'if (blockhash.contextSlot < 0)',
  },
  {
    ...GENESIS,
    name: 'takes what was read after a node named its cluster for verified',
    guard: '        namedAtMs = null\n',
    without: '',
  },
  {
    ...GENESIS,
    name: 'takes what is still being read for verified',
    guard: 'const isAlone = pending === 0',
    without: 'const isAlone = true',
  },
  {
    ...GENESIS,
    name: 'remembers for ever which cluster a node belonged to',
    guard: 'namedAtMs !== null && clock.monotonicMs() - namedAtMs < REMEMBERED_MS',
    without: 'namedAtMs !== null',
  },
  {
    ...GENESIS,
    name: 'remembers another cluster for the right one',
    guard: 'isClosed && hash === expectedHash',
    without: 'isClosed',
  },
  {
    ...BLOCKHASH,
    name: 'signs by the blockhash of its clearance though the balance is newer',
    guard: '!first || first.contextSlot < this.#notBeforeSlot',
    without: '!first',
  },
  {
    ...WATCH,
    name: 'takes a history without a transaction of the run for its own cluster',
    guard: 'if (unknown.payments === 0 && ownSlot !== null) return this.#sawUpTo(ownSlot)',
    without: 'if (unknown.payments === 0) return this.#sawUpTo(ownSlot ?? 1_000)',
  },
  {
    ...WATCH,
    name: 'takes a transaction in one answer for the word of all',
    guard: 'ownSlot: isOneAnswer && newest ? newest.slot : null',
    without: 'ownSlot: newest ? newest.slot : null',
  },
  {
    ...WATCH,
    name: 'looks only for what came after the look before',
    guard: 'before: this.#slots.last }',
    without: 'before: slot }',
  },
  {
    name: 'says that a run agrees with the chain while a payment of it is undecided',
    file: 'app/payouts/runs.ts',
    guard: '  if (agrees && undecided > 0) return null\n',
    without: '',
    tests: COMPARED.tests,
  },
  {
    ...COMPARED,
    name: 'takes the comparison of another cluster for a run that agrees',
    guard: '!agrees || !showsItsCluster',
    without: '!agrees',
  },
  {
    ...COMPARED,
    name: 'compares an ended run by one node though there are two',
    guard: 'second ? combineComparisons(comparison, second) : comparison',
    without: 'comparison',
  },
]
