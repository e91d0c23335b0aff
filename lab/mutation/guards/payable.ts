import type { Guard } from '#lab/mutation/mutant.ts'

const WHOLE = 'test/payouts/what-can-be-paid.test.ts'
const API = 'test/api/deny-list.test.ts'
const LISTS = 'src/store/payouts/limited-runs.test.ts'
const JUDGE = { file: 'payout/send/judge-payment.ts', tests: ['src/payout/send/judge-payment.test.ts'] }
const AUTHORIZE = { file: 'app/payouts/payment-authorization.ts', tests: [API] }

/** Guards of the one judge of what can be paid, and of the addresses that are paid nothing. */
export const PAYABLE_GUARDS: readonly Guard[] = [
  {
    ...JUDGE,
    name: 'pays the wallet that pays',
    guard: "if (isPayer) return { reason: 'unusable', words: PAYS_ITSELF }",
    without: '',
  },
  {
    name: 'signs what pays nobody',
    file: 'payout/send/prepare-batch.ts',
    guard: 'isPayer: transfer.recipient === sourceOwner,',
    without: 'isPayer: transfer.recipient === undefined && sourceOwner === undefined,',
    tests: ['test/payouts/what-can-be-paid.test.ts'],
  },
  {
    name: 'pays by a line of a CSV that thousands without quotes have made longer',
    file: 'lists/read-distribution.ts',
    guard: 'isFixedWidth && length !== found.width',
    without: 'isFixedWidth && length < 0',
    tests: ['test/lists/list-shapes.test.ts'],
  },
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
    name: 'adds up what is owed to recipients who can not be paid',
    file: 'payout/estimate-payout.ts',
    guard: '      owed.neededBaseUnits -= payment.baseUnits\n',
    without: '',
    tests: ['src/payout/send/judge-payment.test.ts'],
  },
  {
    name: 'estimates without the deny list',
    file: 'payout/owed-payments.ts',
    guard: '(await denyList.among(parties)).map',
    without: '(await denyList.among(parties.slice(parties.length))).map',
    tests: [WHOLE],
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
    guard: 'const mint = await assertFits(app, amountUA)\n',
    without: 'const mint = null\n',
    tests: [WHOLE],
  },
  {
    ...AUTHORIZE,
    name: 'pays a wallet that is on the deny list',
    guard: 'const found = denied.get(recipient) ?? ',
    without: 'const found = ',
  },
  {
    ...AUTHORIZE,
    name: 'pays for a holder who is on the deny list',
    guard: '(evmAddress === null ? undefined : denied.get(evmAddress))',
    without: '(evmAddress === null ? undefined : denied.get(recipient))',
  },
  {
    name: 'journals a payment to an address that was denied after it was checked',
    file: 'store/payouts/journal.ts',
    guard: '    .where(isNotDenied)\n',
    without: '',
    tests: ['src/store/claims/deny-list.test.ts'],
  },
  {
    name: 'leaves rows on hold that were denied when the address is off the list again',
    file: 'store/payouts/run-lists.ts',
    guard: "    and([eb('transfer.state', '=', 'hold'), isUnsigned(builder)]),\n",
    without: '',
    tests: [API],
  },
  {
    name: 'leaves what was held for a denied address out of limited runs',
    file: 'store/claims/deny-list.ts',
    guard: '        await queueHeldFor(tx, address)\n',
    without: '',
    tests: [LISTS],
  },
  {
    name: 'queues a payment again that is on hold for another reason',
    file: 'store/claims/deny-list.ts',
    guard: "    .where('failure', 'like', `${address} ${DENIAL}%`)\n",
    without: '',
    tests: [LISTS],
  },
  {
    name: 'queues a payment again whose transaction is not decided',
    file: 'store/claims/deny-list.ts',
    guard: '    .where(isUnsigned)\n',
    without: '',
    tests: [LISTS],
  },
]
