import type { Guard } from '#lab/mutation/mutant.ts'

const WHOLE = 'test/payouts/what-can-be-paid.test.ts'
const JUDGE = { file: 'payout/judge-payment.ts', tests: ['src/payout/judge-payment.test.ts'] }
const COUNT = { file: 'payout/estimate-payout.ts', tests: ['src/payout/judge-payment.test.ts'] }
const OWED = { file: 'payout/owed-payments.ts', tests: [WHOLE] }

/** Guards of the one judge of what can be paid, and of the facts that it is asked with. */
export const PAYABLE_GUARDS: readonly Guard[] = [
  {
    ...JUDGE,
    name: 'counts a payment that may have been made as payable',
    guard: "  if (underWay === 'hold') return { reason: 'held', words: 'Its payment is on hold' }\n",
    without: '',
  },
  {
    ...JUDGE,
    name: 'counts a payment to a denied address as payable',
    guard: "  if (denied) return { reason: 'denied', words: denialWords(denied) }\n",
    without: '',
  },
  {
    ...JUDGE,
    name: 'counts a payment to a frozen account as payable',
    guard: 'if (recipient?.payable === false) {',
    without: 'if (recipient?.payable === false && recipient.reason !== FROZEN) {',
  },
  {
    ...COUNT,
    name: 'adds up what is owed to recipients who can not be paid',
    guard: '      owed.neededBaseUnits -= payment.baseUnits\n',
    without: '',
  },
  {
    ...COUNT,
    name: 'tells nobody of recipients that were not looked up',
    guard: '  const notLookedUp = payableCount - needs.length\n',
    without: '  const notLookedUp = 0\n',
  },
  {
    ...OWED,
    name: 'estimates without the deny list',
    guard: '(await denyList.among(parties)).map',
    without: '(await denyList.among(parties.slice(parties.length))).map',
  },
  {
    ...OWED,
    name: 'estimates what is on hold as payable',
    guard: "return signed.has(transfer.id) ? { underWay: 'hold' } : ",
    without: 'return ',
  },
  {
    name: 'fills the list of a run with nothing for one amount above a u64',
    file: 'domain/amounts.ts',
    guard: '  if (baseUnits > MAX_BASE_UNITS) return null\n',
    without: '  assertBaseUnits(baseUnits)\n',
    tests: [WHOLE],
  },
  {
    name: 'takes a claim of more than a token account can hold',
    file: 'app/claims/submit-claim.ts',
    guard: '  await assertFits(app, amountUA)\n',
    without: '',
    tests: [WHOLE],
  },
  {
    name: 'counts a claim that was rejected meanwhile as a failure of the run',
    file: 'store/run-payments.ts',
    guard: 'failed: counts.failed - rejected, rejected',
    without: 'failed: counts.failed, rejected',
    tests: [WHOLE],
  },
]
