import type { Guard } from '#lab/mutation/mutant.ts'

const SIGNATURE = {
  file: 'evm/signer-check.ts',
  tests: ['src/evm/signer-check.test.ts', 'src/evm/recover-signer.test.ts'],
}
const ACCOUNTS = { file: 'evm/account-check.ts', tests: ['src/evm/account-check.test.ts'] }
const CHAIN = {
  file: 'evm/evm-chain.ts',
  tests: ['src/evm/evm-chain.test.ts', 'src/evm/contract-signature.test.ts'],
}

/** Guards of claim signatures. */
export const EVM_GUARDS: readonly Guard[] = [
  {
    ...SIGNATURE,
    name: 'takes the second signature that everyone can make of a first',
    guard: "if (s > GROUP_ORDER / 2n) return 'high_s_signature'",
    without: '',
  },
  {
    ...SIGNATURE,
    name: 'takes scalars that are none',
    guard: ' || !isInGroup(r) || !isInGroup(s)',
    without: '',
  },
  {
    ...SIGNATURE,
    name: 'takes any v',
    guard: 'if (v === 1 || v === 28) return 1\n  return null',
    without: 'return 1',
  },
  {
    ...SIGNATURE,
    name: 'takes signatures of 64 bytes for those of contracts',
    guard: "if (byteLength === COMPACT_SIGNATURE_BYTES) return 'bad_signature'",
    without: '',
  },
  {
    ...SIGNATURE,
    name: "takes a contract's signature for a key's",
    guard: "if (isCounterfactual(hex)) return 'contract_wallet'",
    without: '',
  },
  {
    name: 'counts characters where wallets count bytes',
    file: 'evm/recover-signer.ts',
    guard: '${text.length}',
    without: '${message.length}',
    tests: ['src/evm/recover-signer.test.ts'],
  },
  {
    name: "takes anyone's signature",
    ...ACCOUNTS,
    guard: "if ('signer' in recovered && recovered.signer === signed.address)",
    without: "if ('signer' in recovered)",
    tests: ['test/api/refused-claims.test.ts'],
  },
  {
    name: 'takes what a contract refused',
    ...ACCOUNTS,
    guard: "return accepts ? ({ signedBy: 'contract' } as const)",
    without: "return accepts !== null ? ({ signedBy: 'contract' } as const)",
  },
  {
    name: 'deploys a wallet that exists on another chain',
    ...ACCOUNTS,
    guard: 'if (elsewhere !== null)',
    without: 'if (elsewhere === -1)',
  },
  {
    name: 'deploys a wallet without knowing whether it exists elsewhere',
    ...ACCOUNTS,
    guard: 'if (mayBeDeployed || !(error instanceof EvmChainError)) throw error',
    without: 'if (!(error instanceof EvmChainError)) throw error',
  },
  {
    name: 'takes a chain that can not be asked for a rejection',
    ...ACCOUNTS,
    guard: 'return { problem: `evm_rpc_${error.trouble}`, chainId: error.chainId }',
    without: 'return { problem: keyProblem }',
  },
  {
    name: 'takes a contract that echoes its input for one that says yes',
    file: 'evm/account-check.ts',
    guard: 'return answer?.slice(0, YES.length) === YES',
    without: 'return answer?.slice(0, 10) === YES.slice(0, 10)',
    tests: ['src/evm/contract-signature.test.ts'],
  },
  {
    name: 'fetches any URL that a contract names',
    ...CHAIN,
    guard: 'ccipRead: false,',
    without: '',
    tests: ['src/evm/contract-signature.test.ts'],
  },
  {
    name: "asks another chain's node about a contract",
    ...CHAIN,
    guard: 'if (idThere !== chainId)',
    without: 'if (idThere < 0)',
    tests: ['src/evm/evm-chain.test.ts'],
  },
  {
    name: 'takes a wallet for undeployed by an answer of a minute ago',
    ...ACCOUNTS,
    guard: 'const options = { fresh: mayBeDeployed }',
    without: 'const options = { fresh: false }',
  },
  {
    name: 'asks nodes for any number of strangers',
    ...ACCOUNTS,
    guard: 'const asked = await budget.run(client, () => askContract(chain, signed, keyProblem))',
    without: 'const asked = await askContract(chain, signed, keyProblem)',
  },
  {
    name: 'waits for a node without end',
    ...CHAIN,
    guard: 'asking(client.request(request, { signal: AbortSignal.timeout(deadlineMs) }))',
    without: 'asking(client.request(request))',
    tests: ['src/evm/evm-chain.test.ts'],
  },
]
