import type { Guard } from '#lab/mutation/mutant.ts'

const TRANSPORT_TESTS = ['src/solana/rpc-transport.test.ts']
const TRANSPORT = { file: 'solana/rpc-transport.ts', tests: TRANSPORT_TESTS }
const ANSWER = { file: 'solana/read-answer.ts', tests: TRANSPORT_TESTS }
const WORDS = { file: 'solana/node-fault.ts', tests: ['src/solana/node-fault.test.ts'] }
const CONNECT = { file: 'solana/connect-rpc.ts', tests: ['src/solana/connect-rpc.test.ts'] }

/** Guards of requests to nodes, and of reading their answers. */
export const TRANSPORT_GUARDS: readonly Guard[] = [
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
    name: "follows a snapshot's EVM node to another address",
    file: 'tools/snapshot/evm-node.ts',
    guard: ", fetchOptions: { redirect: 'error' }",
    without: '',
    tests: ['test/outbound-redirects.test.ts'],
  },
  {
    name: 'submits a signed claim wherever the portal redirects to',
    file: 'tools/claim/portal.ts',
    guard: "    redirect: 'manual',\n",
    without: '',
    tests: ['test/outbound-redirects.test.ts'],
  },
  {
    ...TRANSPORT,
    name: 'sends a transaction again by itself',
    guard:
      "if (payload.method === 'sendTransaction') return ask(await pace.turn(priority), payload, signal)\n",
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
    ...WORDS,
    name: 'repeats keys that the node repeats',
    guard: "text.replaceAll(secret, '…')",
    without: "text.replaceAll(secret, '$&')",
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
