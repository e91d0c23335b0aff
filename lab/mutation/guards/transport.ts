import type { Guard } from '#lab/mutation/mutant.ts'

const TRANSPORT_TESTS = ['src/solana/rpc-transport.test.ts']
const TRANSPORT = { file: 'solana/rpc-transport.ts', tests: TRANSPORT_TESTS }
const ANSWER = { file: 'solana/read-answer.ts', tests: TRANSPORT_TESTS }
const RETRY_AFTER = { file: 'solana/retry-after.ts', tests: ['src/solana/retry-after.test.ts'] }
const TIMEOUT = { file: 'solana/retry-budget.ts', tests: ['src/solana/retry-budget.test.ts'] }
const PACE = { file: 'solana/request-pace.ts', tests: ['src/solana/request-pace.test.ts'] }
const RATE = { file: 'solana/request-rate.ts', tests: ['src/solana/request-rate.test.ts'] }
const CYCLE = { file: 'solana/flow-cycle.ts', tests: ['src/solana/flow-cycle.test.ts'] }
const WORDS = { file: 'solana/node-words.ts', tests: ['src/solana/node-words.test.ts'] }
const CONNECT = { file: 'solana/connect-rpc.ts', tests: ['src/solana/connect-rpc.test.ts'] }

/** Guards of requests to nodes, and of reading their answers. */
export const TRANSPORT_GUARDS: readonly Guard[] = [
  {
    name: 'follows a Solana node to another address',
    file: 'solana/ask-node.ts',
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
    ...TRANSPORT,
    name: 'sends a transaction again by itself',
    guard:
      "if (payload.method === 'sendTransaction') return ask(await pace.turn(priority), payload, signal)\n",
    without: '',
  },
  {
    ...TRANSPORT,
    name: 'asks on at its pace though the node refuses',
    guard: "if (error.kind === 'limited') pace.refused(turn, error.retryAfterMs)\n        else ",
    without: '',
  },
  {
    ...TRANSPORT,
    name: 'asks a node more slowly that is unwell',
    guard: "if (error.kind === 'limited') pace.refused(turn, error.retryAfterMs)\n        else ",
    without: 'pace.refused(turn, error.retryAfterMs)\n        ',
  },
  {
    ...TRANSPORT,
    name: 'does not wait as a node asked that is unwell',
    guard: 'else pace.pause(error.retryAfterMs)',
    without: '',
  },
  {
    ...PACE,
    name: 'does not wait as the node asked',
    guard: '    this.pause(waitMs)\n',
    without: '',
  },
  {
    ...TRANSPORT,
    name: 'stays slow for ever',
    guard: '      pace.answered(turn)\n',
    without: '',
  },
  {
    ...ANSWER,
    name: 'takes the answer to another request',
    guard: 'if (error || answer.id !== requestId)',
    without: 'if (error)',
  },
  {
    ...ANSWER,
    name: 'takes the error of another request',
    guard: 'return id === null || id === requestId',
    without: 'return id === null || requestId !== undefined',
  },
  {
    ...ANSWER,
    name: 'takes answers in another protocol',
    guard: "answer?.jsonrpc !== '2.0' || ",
    without: 'answer === null || ',
  },
  {
    ...ANSWER,
    name: 'gives up at HTTP 429',
    guard: "if (status === 429) return 'limited'",
    without: '',
  },
  {
    ...ANSWER,
    name: 'overlooks a limit in the body by its code',
    guard: 'LIMIT_CODES.has(error.code) || ',
    without: '',
  },
  {
    ...ANSWER,
    name: 'overlooks a limit in the body by its words',
    guard: ' || LIMIT_WORDS.test(error.message)',
    without: '',
  },
  {
    ...ANSWER,
    name: 'gives up at HTTP 503',
    guard: 'status >= 500 || ',
    without: '',
  },
  {
    ...ANSWER,
    name: 'asks again what the node refuses for good',
    guard: 'status >= 500 || ',
    without: 'status >= 400 || ',
  },
  {
    ...ANSWER,
    name: 'gives up when long-term storage is away',
    guard: '  LONG_TERM_STORAGE_UNREACHABLE,\n',
    without: '',
  },
  {
    ...RETRY_AFTER,
    name: 'waits for as long as a node likes',
    guard: 'Math.min(waitMs, LONGEST_RETRY_AFTER_MS)',
    without: 'waitMs',
  },
  {
    ...RETRY_AFTER,
    name: "measures the node's date by the clock of this machine",
    guard: 'Date.parse(value) - saidAtMs(headers)',
    without: 'Date.parse(value) - Date.now()',
  },
  {
    ...RETRY_AFTER,
    name: 'waits for less than nothing',
    guard: 'return waitMs > 0 ?',
    without: 'return !Number.isNaN(waitMs) ?',
  },
  {
    ...TIMEOUT,
    name: 'bears a node that hangs',
    guard: ' && performance.now() - this.#troubledSinceMs < GIVE_UP_AFTER_MS',
    without: '',
  },
  {
    ...TIMEOUT,
    name: 'bears a node that wants to be left alone again and again',
    guard: ' && this.#toldToWaitMs <= LONGEST_RETRY_AFTER_MS',
    without: '',
  },
  {
    ...TIMEOUT,
    name: 'asks again though it was told not to',
    guard: ' || this.#retries === 0',
    without: '',
  },
  {
    ...RATE,
    name: 'slows down for each of those that left together',
    guard: '    if (turn.atMs <= this.#slowedAtMs) return\n    if (isPaced',
    without: '    if (isPaced',
  },
  {
    ...RATE,
    name: 'slows down for those that left right after it slowed down',
    guard: 'if (turn.atMs <= this.#slowedAtMs + SAME_CAUSE_MS) return\n',
    without: '',
  },
  {
    ...RATE,
    name: 'speeds up by answers from before it slowed down',
    guard: 'if (turn.atMs <= this.#slowedAtMs || this.#intervalMs === 0) return',
    without: 'if (this.#intervalMs === 0) return',
  },
  {
    ...RATE,
    name: 'slows down without end',
    guard: 'return Math.min(intervalMs, LONGEST_INTERVAL_MS)',
    without: 'return intervalMs',
  },
  {
    ...RATE,
    name: 'asks a node on that takes none',
    guard: 'if (isPaced && this.#calmMs === 0) {',
    without: 'if (Number.isNaN(turn.atMs)) {',
  },
  {
    ...RATE,
    name: 'slows down from the distance of now, not from the one that was refused',
    guard: 'Math.max(this.#intervalMs, turn.intervalMs)',
    without: 'this.#intervalMs',
  },
  {
    ...RATE,
    name: 'forgets what the node was measured to take',
    guard: 'this.#resumeMs = clamp(meanIntervalMs)',
    without: '',
  },
  {
    ...RATE,
    name: 'risks the wait that a node asks for again and again',
    guard: 'if (nowMs < this.#heldUntilMs) return\n',
    without: '',
  },
  {
    ...CYCLE,
    name: 'takes a node that refused everything for one that takes next to nothing',
    guard: 'isMeasured && perMs > 0 ? 1 / perMs : null',
    without: 'isMeasured ? 1 / perMs : null',
  },
  {
    ...PACE,
    name: 'ends a pause by a shorter one',
    guard: 'Math.max(this.#pausedUntilMs, performance.now() + waitMs)',
    without: 'performance.now() + waitMs',
  },
  {
    ...WORDS,
    name: 'repeats keys that the node repeats',
    guard: "text.replaceAll(secret, '…')",
    without: "text.replaceAll(secret, '$&')",
  },
  {
    ...WORDS,
    name: "repeats a node's markup",
    guard: "    .replace(/<[^<>]*>/g, ' ')\n",
    without: '',
  },
  {
    ...WORDS,
    name: "repeats a node's control characters",
    guard: String.raw`/[\p{C}\s]+/gu`,
    without: String.raw`/\s+/gu`,
  },
  {
    ...WORDS,
    name: 'repeats all that a node says',
    guard: 'characters.length <= LONGEST_QUOTE',
    without: 'characters.length > 0',
  },
  {
    ...CONNECT,
    name: 'has the node simulate what it is to send',
    guard: 'skipPreflight: true',
    without: 'skipPreflight: false',
  },
  {
    ...CONNECT,
    name: 'has the node send again by itself',
    guard: 'maxRetries: 0n,',
    without: 'maxRetries: 5n,',
  },
  {
    ...CONNECT,
    name: 'sends by a node that is behind the blockhash',
    guard: 'minContextSlot: BigInt(attempt.contextSlot),',
    without: '',
  },
  {
    ...CONNECT,
    name: 'sends at another commitment than the blockhash has',
    guard: "preflightCommitment: 'confirmed',",
    without: "preflightCommitment: 'finalized',",
  },
  {
    ...CONNECT,
    name: 'gives a signature away to simulate',
    guard: 'sigVerify: false',
    without: 'sigVerify: true',
  },
  {
    ...CONNECT,
    name: 'simulates on a blockhash that may be gone',
    guard: 'replaceRecentBlockhash: true',
    without: 'replaceRecentBlockhash: false',
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
]
