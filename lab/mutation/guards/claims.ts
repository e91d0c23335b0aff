import type { Guard } from '#lab/mutation/mutant.ts'

const REFUSED = 'test/api/refused-claims.test.ts'
const SUBMIT = { file: 'app/claims/submit-claim.ts', tests: ['test/api/submit-claim.test.ts'] }
const IMPORT = { file: 'app/allocations/question-list.ts', tests: ['test/api/allocations.test.ts'] }
const AUTHORIZATION = {
  file: 'app/payouts/payment-authorization.ts',
  tests: ['test/api/paid-as-signed.test.ts'],
}
const SEAL = { file: 'config/seals.ts', tests: ['src/config/seals.test.ts'] }
const DESTINATION = { file: 'app/claims/destination-lookup.ts', tests: ['test/api/destinations.test.ts'] }

/** Guards of claims: who claims, to which address, and as what a claim is paid. */
export const CLAIM_GUARDS: readonly Guard[] = [
  {
    ...DESTINATION,
    name: 'takes a claim that names the wallet that pays',
    guard: "if (address === sender?.walletAddress || address === sender?.sourceOwner) return 'sender'",
    without: '',
  },
  {
    name: 'queues a rejected claim again whose address was paid',
    file: 'store/claims/claim-decisions.ts',
    guard: 'await assertUnpaid(tx, id, queued.evmAddress, genesisHash)',
    without: 'void assertUnpaid',
    tests: ['test/api/claims-table.test.ts'],
  },
  {
    name: 'queues any claim again that is not rejected',
    file: 'store/claims/claim-decisions.ts',
    guard: ".where('status', '=', 'rejected')",
    without: ".where('status', '<>', 'none')",
    tests: ['test/api/claims-table.test.ts'],
  },
  {
    ...SUBMIT,
    name: 'takes a key-signed claim of two weeks ago',
    guard: '  assertFreshNonce(app, nonce, signedBy)\n',
    without: '',
    tests: [REFUSED],
  },
  {
    ...SUBMIT,
    name: 'takes a claim for any destination',
    guard: 'await assertUsableDestination(app, claim.sol, claim.confirmProgramOwned ?? false)',
    without: "claim.sol as import('@solana/kit').Address",
    tests: [REFUSED],
  },
  {
    ...SUBMIT,
    name: 'takes a claim from an address that was paid',
    guard: `throw new PortalError('already_paid')
  if (await isSignedBeforeReset`,
    without: `void address
  if (await isSignedBeforeReset`,
  },
  {
    ...SUBMIT,
    name: 'takes a claim that nobody signed',
    guard: 'const signedBy = await checkClaimSignature(app, claim, facts)',
    without: "const signedBy = 'key'",
    tests: [REFUSED],
  },
  {
    ...IMPORT,
    name: 'publishes a list with bad rows',
    guard: 'if (problemCount > 0) throw',
    without: 'if (problemCount < 0) throw',
  },
  {
    ...IMPORT,
    name: 'publishes a list that adds up to more than there is',
    guard: '  if (totalWei <= supplyWei) return\n',
    without: '  if (totalWei >= 0n) return\n',
  },
  {
    ...AUTHORIZATION,
    name: 'pays a claim that was written into the database',
    guard: 'const broken = objectionToSeal(sealedClaim(claim), claim.seal)',
    without: 'const broken = null',
  },
  {
    ...AUTHORIZATION,
    name: 'pays a claim that its key did not sign',
    guard: "claim.signedBy === 'key' && !(await isSignedByKey(claim))",
    without: "claim.signedBy === 'nobody'",
  },
  {
    ...AUTHORIZATION,
    name: 'pays a claim that is settled',
    guard: "if (claim.status !== 'queued') return `Its claim is ${claim.status}, not queued`",
    without: '',
  },
  {
    ...AUTHORIZATION,
    name: 'pays an address once more',
    guard: 'if (earlier) return `Its EVM address was paid before, by transaction ${earlier.paidTx}`',
    without: '',
  },
  {
    ...AUTHORIZATION,
    name: 'pays to another address than was claimed to',
    guard: 'if (transfer.recipient !== claim.solAddress)',
    without: "if (transfer.recipient === '')",
  },
  {
    ...AUTHORIZATION,
    name: 'pays another amount than was claimed',
    guard: 'isOwed(claim, transfer) ? null',
    without: "isOwed(claim, transfer) || changed !== '' ? null",
  },
  {
    ...AUTHORIZATION,
    name: 'pays in another token than the one that was compared with the chain',
    guard: 'transfer.mintAddress === mintAddress &&',
    without: '',
  },
  {
    ...AUTHORIZATION,
    name: 'pays a row that was altered after the upload',
    guard: "objectionToSeal(sealedRow(transfer), transfer.seal ?? '')",
    without: 'null',
  },
  {
    ...SEAL,
    name: 'takes a seal of which one digit is right',
    guard: 'if (isSameText(seal, expected)) return null',
    without: 'if (seal[0] === expected[0]) return null',
  },
  {
    ...SEAL,
    name: 'seals the values of fields whatever their names',
    guard: 'tag(sealedFieldText(kind, name, value))',
    without: "tag(sealedFieldText(kind, '', value))",
  },
  {
    ...DESTINATION,
    name: "takes a token account's address for a wallet's",
    guard: "problem: 'sol_is_token_account'",
    without: 'problem: null',
  },
  {
    ...DESTINATION,
    name: 'takes an address that no key has where no account exists',
    guard: "problem: 'sol_off_curve', holdsSol",
    without: 'problem: null, holdsSol',
  },
  {
    ...DESTINATION,
    name: 'takes a vault that nobody confirmed',
    guard: "problem === 'sol_off_curve_unconfirmed' && confirmedProgramOwned",
    without: "problem === 'sol_off_curve_unconfirmed'",
  },
]
