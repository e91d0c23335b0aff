import type { Guard } from '#lab/mutation/mutant.ts'

const READER = { file: 'payout/failover-rpc.ts', tests: ['src/payout/failover-rpc.test.ts'] }
const BLOCKHASH = { file: 'payout/blockhash-source.ts', tests: ['src/payout/blockhash-source.test.ts'] }
const NODE_WATCH = { file: 'payout/node-watch.ts', tests: ['src/payout/node-watch.test.ts'] }
const SECOND_LOOK = { file: 'payout/second-look.ts', tests: ['src/payout/second-look.test.ts'] }
const SOURCE_READER = { file: 'payout/source-reader.ts', tests: ['src/payout/source-reader.test.ts'] }
const HISTORY_TESTS = 'test/payouts/node-without-history.test.ts'
const WATCH = { file: 'payout/payment-watch.ts', tests: ['src/payout/payment-watch.test.ts'] }
const COMPARED = { file: 'payout/compare-with-chain.ts', tests: ['test/payouts/compare-run.test.ts'] }
const GENESIS = { file: 'payout/with-genesis-check.ts', tests: ['src/payout/remember-genesis.test.ts'] }

/** Guards of conclusions from several nodes. */
export const NODE_GUARDS: readonly Guard[] = [
  {
    ...READER,
    name: 'reads from a node that stands still or lies behind',
    guard: 'untilMs || this.#watch.fault(node) !== null',
    without: 'untilMs',
  },
  {
    ...NODE_WATCH,
    name: 'takes a node that stands still for one that follows its cluster',
    guard: 'if (position.readAtMs - position.sinceMs >= this.#everyMs)',
    without: 'if (position.readAtMs < position.sinceMs)',
  },
  {
    ...NODE_WATCH,
    name: 'passes over a node by the slot of another cluster',
    guard: '      if (nodes.length > 1) await assertGenesisHash(read, genesisHash)\n',
    without: '',
  },
  {
    ...NODE_WATCH,
    name: 'passes over a node for slots that passed between two answers',
    guard: 'laterMs <= 2 * this.#everyMs && ',
    without: '',
  },
  {
    name: 'takes for expired what a node that is passed over shows',
    file: 'payout/attempt-machine.ts',
    guard: 'if (shownBy !== null) return',
    without: "if (shownBy === '') return",
    tests: ['src/payout/attempt-machine.test.ts'],
  },
  {
    ...SECOND_LOOK,
    name: 'counts any commitment of the second node as final',
    guard: "if (status?.commitment !== 'finalized') return false",
    without: 'if (!status) return false',
  },
  {
    ...SECOND_LOOK,
    name: 'asks a second node without history for what it remembers',
    guard: 'signatures.filter((_, index) => !statuses[index])',
    without: 'signatures.filter(() => true)',
  },
  {
    name: 'settles by one look what a history search shows as landed',
    file: 'payout/settle-attempts.ts',
    guard: 'if (!this.#secondLook.confirms(attempt, ending, second)) return stillOpen(attempt)',
    without: '',
    tests: ['src/payout/settle-attempts.test.ts'],
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
    file: 'payout/unknown-payments.ts',
    guard: 'if (node !== reader.first && found.payments < atLeast)',
    without: 'if (found.payments < 0)',
    tests: [HISTORY_TESTS],
  },
  {
    name: 'finds lost payments by the word of another cluster',
    file: 'payout/unknown-payments.ts',
    guard: 'return reader.readSurely(async (node) => {',
    without: 'return reader.read(async (node) => {',
    tests: [HISTORY_TESTS],
  },
  {
    name: 'takes over what a further node without history shows',
    file: 'payout/take-over-payments.ts',
    guard: 'behind?.payments ?? 0',
    without: '0',
    tests: [HISTORY_TESTS],
  },
  {
    name: 'goes on without what a further node without history does not show',
    file: 'app/payouts/continue-without.ts',
    guard: 'behind ? Math.max(behind.payments, 1) : 0',
    without: '0',
    tests: [HISTORY_TESTS],
  },
  {
    name: 'goes on without looking where a balance is unexplained and a further node has no history',
    file: 'app/payouts/continue-without.ts',
    guard: 'Math.max(behind.payments, 1)',
    without: 'behind.payments',
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
    name: 'takes what was asked while a node named its cluster for verified',
    guard: 'isAlone && asked === askedBefore',
    without: 'isAlone',
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
    name: 'signs by the blockhash of its clearance however long ago that was',
    guard: 'return this.#clock.monotonicMs() - first.askedAtMs <= FIRST_USABLE_FOR_MS\n',
    without: 'return first.askedAtMs > 0\n',
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
    name: 'never asks surely where the history shows nothing of the run',
    guard: 'if (unknown.payments === 0 && !this.#isUnproven) {',
    without: 'if (unknown.payments === 0) {',
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
    ...COMPARED,
    name: 'takes the comparison of another cluster for a run that agrees',
    guard: '!agrees || !showsItsCluster',
    without: '!agrees',
  },
  {
    ...COMPARED,
    name: 'writes down a difference that another cluster showed',
    guard: '!agrees || !showsItsCluster',
    without: '!showsItsCluster',
  },
  {
    ...COMPARED,
    name: 'compares an ended run by one node though there are two',
    guard: 'second ? combineComparisons(comparison, second) : comparison',
    without: 'comparison',
  },
  {
    ...COMPARED,
    name: 'takes the word of the node that shows fewer payments by others',
    file: 'payout/compare-with-chain.ts',
    guard: 'Math.max(first.unknownPayments, second.unknownPayments)',
    without: 'Math.min(first.unknownPayments, second.unknownPayments)',
  },
]
