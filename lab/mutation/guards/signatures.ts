import type { Guard } from '#lab/mutation/mutant.ts'

const MESSAGE = { file: 'domain/claim-message.ts', tests: ['src/domain/siwe-message.test.ts'] }
const CLAIMS = { tests: ['test/api/claim-messages.test.ts'] }
const ACCOUNTS = { file: 'evm/account-check.ts', tests: ['src/evm/account-check.test.ts'] }

/** Guards of the message that is signed, and of the signature under it. */
export const SIGNATURE_GUARDS: readonly Guard[] = [
  {
    ...MESSAGE,
    name: 'has a message signed that names no site',
    guard: '`${domain} wants you to sign in',
    without: '`This portal wants you to sign in',
  },
  {
    ...MESSAGE,
    name: 'leaves the recipient out of the message that names the site',
    guard: ' as SPL tokens to ${sol}`',
    without: ' as SPL tokens`',
  },
  {
    name: 'verifies every claim as five lines before it is paid',
    file: 'domain/claim-message.ts',
    guard: 'return messageUnder(siweTerms, {',
    without: 'return messageUnder(siweTerms && null, {',
    tests: ['test/api/claim-messages.test.ts'],
  },
  {
    ...CLAIMS,
    name: 'takes the message of another list or site',
    file: 'app/claims/check-claim-signature.ts',
    guard: 'throw otherwise ?? errorOf(',
    without: "if (otherwise) return 'key'\n  throw errorOf(",
  },
  {
    ...CLAIMS,
    name: 'leaves what the message names out of the seal of a claim',
    file: 'domain/sealed-record.ts',
    guard: "siweTerms: 'sealed'",
    without: "siweTerms: 'unsealed'",
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
    name: 'takes a contract that echoes its input for one that says yes',
    file: 'evm/account-check.ts',
    guard: 'return answer?.slice(0, YES.length) === YES',
    without: 'return answer?.slice(0, 10) === YES.slice(0, 10)',
    tests: ['src/evm/contract-signature.test.ts'],
  },
  {
    name: "asks another chain's node about a contract",
    file: 'evm/evm-chain.ts',
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
]
