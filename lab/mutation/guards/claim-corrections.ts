import type { Guard } from '#lab/mutation/mutant.ts'

const STORE_TESTS = 'src/store/claims/claim-corrections.test.ts'
const API_TESTS = 'test/api/correct-claim.test.ts'
const RESET_TESTS = 'test/api/claim-after-reset.test.ts'
const CORRECTIONS = { file: 'store/claims/claim-corrections.ts', tests: [STORE_TESTS] }
const LISTS = { file: 'store/payouts/run-lists.ts', tests: [STORE_TESTS] }
const CORRECT = { file: 'app/claims/submit-claim.ts', tests: [API_TESTS] }

/** Guards of the correction of claims: a payment goes to one address, the one in force when a run took the claim. */
export const CLAIM_CORRECTION_GUARDS: readonly Guard[] = [
  {
    ...CORRECTIONS,
    name: 'corrects a claim whose run keeps its list',
    guard: 'or([lit(keepsListed), exists(signed)])',
    without: 'exists(signed)',
  },
  {
    ...CORRECTIONS,
    name: 'corrects a claim that an unfinished run has signed for',
    guard: 'or([lit(keepsListed), exists(signed)])',
    without: 'lit(keepsListed)',
  },
  {
    ...CORRECTIONS,
    name: 'has a run pay another amount than was confirmed',
    guard: 'keepsListed: keepsListed || signed.amountWei !== claim.amountWei',
    without: 'keepsListed',
  },
  {
    ...CORRECTIONS,
    name: 'leaves the payment on the list of a run to the address before',
    guard: '    .set({ recipient })\n',
    without: "    .set({ state: 'queued' })\n",
  },
  {
    ...CORRECTIONS,
    name: 'corrects a claim that is being journaled',
    guard: "        if (dialect === 'postgres') await awaitJournal(tx, id)\n",
    without: '',
  },
  {
    name: 'journals what was signed for the address before a correction',
    file: 'store/payouts/journal.ts',
    guard: 'taken?.recipient === signed.recipient && ',
    without: '',
    tests: [STORE_TESTS],
  },
  {
    name: 'takes a correction on the list of a run, which is then paid without a cooling-off time',
    file: 'app/claims/submit-claim.ts',
    guard: 'keepsListed: coolingOffMinutes > 0',
    without: 'keepsListed: coolingOffMinutes < 0',
    tests: ['test/api/limited-starts.test.ts'],
  },
  {
    ...CORRECTIONS,
    name: 'corrects a claim whose payment was made',
    guard: "eb('transfer.state', 'in', ['in_flight', 'paid'])",
    without: "eb('transfer.state', 'in', ['in_flight'])",
  },
  {
    ...CORRECTIONS,
    name: 'corrects a claim whose payment is undecided',
    guard: "exists(signed.where('attempt_transfer.inFlight', '=', 1))",
    without: "exists(signed.where('attempt_transfer.inFlight', '=', 2))",
  },
  {
    ...CORRECTIONS,
    name: 'corrects a claim that was sent',
    guard: "claim.status === 'sent' || ",
    without: '',
  },
  {
    ...CORRECTIONS,
    name: 'takes a correction that was signed before the one on record',
    guard: "if (BigInt(signed.nonce) <= BigInt(claim.nonce)) return 'nonce_not_newer'",
    without: "if (BigInt(signed.nonce) === BigInt(claim.nonce)) return 'nonce_not_newer'",
  },
  {
    ...CORRECTIONS,
    name: 'lets an EVM node redirect a claim that a key has signed',
    guard: "if (claim.signedBy === 'key' && signed.signedBy !== 'key') return 'key_required'",
    without: '',
    tests: [API_TESTS],
  },
  {
    ...CORRECTIONS,
    name: 'lets of two corrections at once the older one win',
    guard: "          .$if(dialect === 'postgres', (query) => query.forUpdate())\n",
    without: '',
  },
  {
    ...CORRECTIONS,
    name: 'corrects a claim while it is being listed',
    guard: '        await beginCorrection(tx, dialect)\n',
    without: '',
  },
  {
    ...CORRECTIONS,
    name: 'forgets what a claim said before',
    guard: "        await tx.insertInto('claim_correction').values(replaced(claim, nowMs)).execute()\n",
    without: '',
  },
  {
    ...CORRECTIONS,
    name: 'leaves the payment to an earlier address on hold',
    guard: '        await releaseUnsigned(tx, id)\n',
    without: '',
  },
  {
    ...LISTS,
    name: 'lists a claim while it is being corrected',
    guard: '  await keepUncorrected(tx, dialect)\n',
    without: '',
  },
  {
    ...LISTS,
    name: 'pays the address before a correction, as an earlier run had listed it',
    guard: "          recipient: update.ref('excluded.recipient'),\n",
    without: '',
  },
  {
    name: 'settles debts while claims are being corrected',
    file: 'store/payouts/settle-debts.ts',
    guard: '  await keepUncorrected(tx, dialect)\n',
    without: '',
    tests: [STORE_TESTS],
  },
  {
    name: 'pays a claim that was corrected once more where the chain shows the payment to its earlier address',
    file: 'store/payouts/settle-debts.ts',
    guard: 'const recipient = isNamed ? claim.solAddress : corrected.get(claim.id)',
    without: 'const recipient = isNamed ? claim.solAddress : undefined',
    tests: [STORE_TESTS],
  },
  {
    name: 'records the payment to an earlier address as one to the address in force',
    file: 'store/payouts/settle-debts.ts',
    guard: '      ...values,\n      recipient,\n',
    without: '      ...values,\n      recipient: claim.solAddress,\n',
    tests: [STORE_TESTS],
  },
  {
    name: 'signs a payment that may be part of one to an earlier address',
    file: 'store/records/take-overs.ts',
    guard: "[transfer.recipient, ...(before.get(transfer.claimId ?? '') ?? [])]",
    without: "[transfer.recipient, ...(before.get('') ?? [])]",
    tests: [STORE_TESTS],
  },
  {
    name: 'marks a claim sent by a payment to the address before its correction',
    file: 'store/claims/claim-decisions.ts',
    guard: '        await assertNamed(tx, id, payment)\n',
    without: '',
    tests: [STORE_TESTS],
  },
  {
    name: 'pays a claim that was corrected a moment ago',
    file: 'store/claims/claims.ts',
    guard: "or([eb('correctedAtMs', 'is', null), eb('correctedAtMs', '<=', timeMs)])",
    without: "or([eb('correctedAtMs', 'is', null), eb('correctedAtMs', '>', 0)])",
    tests: [STORE_TESTS],
  },
  {
    name: 'does not tell runs of the cooling-off time',
    file: 'app/payouts/source-terms.ts',
    guard: 'acceptedBy: acceptedBy(planned.startedAtMs), judged',
    without: 'acceptedBy: null, judged',
    tests: ['test/api/limited-starts.test.ts'],
  },
  {
    name: 'forgets at Reset which signatures were corrected away',
    file: 'store/claims/claim-decisions.ts',
    guard: '        await keepNewestNonces(tx)\n',
    without: '',
    tests: [RESET_TESTS],
  },
  {
    name: 'takes after Reset a claim that was signed before the one that was deleted',
    file: 'store/claims/claims.ts',
    guard: 'and reset_nonce.nonce >= cast(',
    without: 'and reset_nonce.nonce < 0 * cast(',
    tests: [RESET_TESTS],
  },
  {
    ...CORRECT,
    name: 'corrects the claim of another address than that of the path',
    guard: "  if (readEvmAddress(claim.eth) !== address) throw new PortalError('claim_of_other_address')\n",
    without: '',
  },
  {
    ...CORRECT,
    name: 'queues the claim of an address that was paid',
    guard: `throw new PortalError('already_paid')
  return claim.id`,
    without: `void address
  return claim.id`,
  },
]
