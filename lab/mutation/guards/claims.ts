import type { Guard } from '#lab/mutation/mutant.ts'

const SUBMITTED = 'test/api/submit-claim.test.ts'
const REFUSED = 'test/api/refused-claims.test.ts'

const SUBMIT = { file: 'app/claims/submit-claim.ts', tests: [SUBMITTED] }
const IMPORT = { file: 'app/allocations/question-list.ts', tests: ['test/api/allocations.test.ts'] }
const AUTHORIZATION = {
  file: 'app/payouts/payment-authorization.ts',
  tests: ['test/api/paid-as-signed.test.ts'],
}
const SEAL = { file: 'config/record-seal.ts', tests: ['src/config/record-seal.test.ts'] }

/** Guards of claims and holder lists. */
export const CLAIM_GUARDS: readonly Guard[] = [
  {
    name: 'queues a rejected claim again whose address was paid',
    file: 'store/claim-decisions.ts',
    guard: 'await assertUnpaid(tx, id, queued.evmAddress, genesisHash)',
    without: 'void assertUnpaid',
    tests: ['test/api/claims-table.test.ts'],
  },
  {
    name: 'queues any claim again that is not rejected',
    file: 'store/claim-decisions.ts',
    guard: ".where('status', '=', 'rejected')",
    without: ".where('status', '<>', 'none')",
    tests: ['test/api/claims-table.test.ts'],
  },
  {
    ...SUBMIT,
    name: 'takes a claim from any chain',
    guard: "if (chainId === null || !isSupported) throw new PortalError('unsupported_chain')",
    without: 'if (chainId === null) return 56',
    tests: [REFUSED],
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
    name: 'takes claims outside their window',
    guard: '  await assertAccepted(app)\n  const solAddress',
    without: '  const solAddress',
    tests: ['test/api/claim-window.test.ts'],
  },
  {
    ...SUBMIT,
    name: 'takes a claim that was checked until after the close',
    guard: 'assertFreshNonce(app, nonce, signedBy)\n  await assertAccepted(app)\n',
    without: 'assertFreshNonce(app, nonce, signedBy)\n',
    tests: ['test/api/claim-window.test.ts'],
  },
  {
    ...SUBMIT,
    name: 'takes claims while they are paused',
    guard: 'if (controls.isPaused) throw',
    without: 'if (controls.isPaused && claimControls === undefined) throw',
    tests: ['test/api/claim-controls.test.ts'],
  },
  {
    name: 'takes claims at the moment that they close',
    file: 'app/claims/claim-controls.ts',
    guard: 'nowMs >= claimsCloseAtMs',
    without: 'nowMs > claimsCloseAtMs',
    tests: ['test/api/claim-window.test.ts'],
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
    name: 'takes a claim for nothing',
    guard: ' || allocation.amountWei === 0n',
    without: '',
  },
  {
    ...SUBMIT,
    name: 'takes a claim from an address that was paid',
    guard:
      "if (await store.claims.wasPaid(address, MAINNET_GENESIS_HASH)) throw new PortalError('already_paid')",
    without: '',
  },
  {
    ...SUBMIT,
    name: 'takes a claim that nobody signed',
    guard: 'const signedBy = await checkClaimSignature(app, claim, facts)',
    without: "const signedBy = 'key'",
    tests: [REFUSED],
  },
  {
    name: 'commits claims in the order in which they came',
    file: 'app/claims/claim-writer.ts',
    guard: 'batch.toSorted(byAddress)',
    without: 'batch',
    tests: ['src/app/claims/claim-writer.test.ts'],
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
    guard: '  if (totalWei <= parseAmountUAAsWei(expectedSupplyUA, coinDecimals)) return\n',
    without: '  if (totalWei >= 0n) return\n',
  },
  {
    name: 'tells a claimant everything of another',
    file: 'app/claims/find-claim.ts',
    guard: 'shortenAddress(claim.solAddress)',
    without: 'claim.solAddress',
    tests: [SUBMITTED],
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
    name: "counts anybody's signature for that of an owner",
    file: 'web/claim/safe/safe-signatures.ts',
    guard: 'if (owners.includes(owner)) found',
    without: 'found',
    tests: ['src/web/claim/safe/safe-signatures.test.ts'],
  },
]
