import type { Guard } from '#mutation/mutant.ts'

const READER = { file: 'payout/cluster-reader.ts', tests: ['src/payout/cluster-reader.test.ts'] }
const BLOCKHASH = { file: 'payout/blockhash-source.ts', tests: ['src/payout/blockhash-source.test.ts'] }
const HISTORY_TESTS = 'test/payout/node-without-history.test.ts'
const GENESIS = { file: 'payout/remember-genesis.ts', tests: ['src/payout/remember-genesis.test.ts'] }

/** What is believed of several nodes. */
export const NODE_GUARDS: readonly Guard[] = [
  {
    ...READER,
    name: 'believes a further node of another cluster',
    guard: 'node === this.first ? ask(node) : this.#checked(node, ask)',
    without: 'ask(node)',
  },
  {
    ...READER,
    name: 'concludes from what a first node of another cluster says',
    guard: 'isDecisive(answer) ? this.readSurely(ask) : answer',
    without: 'answer',
  },
  {
    name: 'takes payments for none that a further node without history does not show',
    file: 'payout/unknown-payments-of.ts',
    guard: 'if (node !== reader.first && found.payments < atLeast)',
    without: 'if (found.payments < 0)',
    tests: [HISTORY_TESTS],
  },
  {
    name: 'finds lost payments by the word of another cluster',
    file: 'payout/unknown-payments-of.ts',
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
    file: 'portal/continue-without.ts',
    guard: 'behind ? Math.max(behind.payments, 1) : 0',
    without: '0',
    tests: [HISTORY_TESTS],
  },
  {
    name: 'goes on without looking where a balance is unexplained and a further node has no history',
    file: 'portal/continue-without.ts',
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
]
