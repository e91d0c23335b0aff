import type { Guard } from '#lab/mutation/mutant.ts'

const API = 'test/api/deny-list.test.ts'
const STORE = 'src/store/deny-list.test.ts'
const LISTS = 'src/store/limited-runs.test.ts'
const AUTHORIZE = { file: 'app/payouts/payment-authorization.ts', tests: [API] }

/** Guards of the addresses that are paid nothing, and of a pause in the very commit that takes a claim. */
export const DENY_LIST_GUARDS: readonly Guard[] = [
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
    file: 'store/journal.ts',
    guard: '    .where(isNotDenied)\n',
    without: '',
    tests: [STORE],
  },
  {
    name: 'journals a payment for a holder who was denied after it was checked',
    file: 'store/deny-list.ts',
    guard: "            eb('denied_address.address', '=', ref('transfer.evmAddress')),\n",
    without: '',
    tests: [STORE],
  },
  {
    name: 'leaves rows on hold that were denied when the address is off the list again',
    file: 'store/run-lists.ts',
    guard: "    and([eb('transfer.state', '=', 'hold'), isUnsigned(builder)]),\n",
    without: '',
    tests: [API],
  },
  {
    name: 'leaves what was held for a denied address out of limited runs',
    file: 'store/deny-list.ts',
    guard: '        await queueHeldFor(tx, address)\n',
    without: '',
    tests: [LISTS],
  },
  {
    name: 'queues a payment again that is on hold for another reason',
    file: 'store/deny-list.ts',
    guard: "    .where('failure', 'like', `${address} ${DENIAL}%`)\n",
    without: '',
    tests: [LISTS],
  },
  {
    name: 'queues a payment again whose transaction is not decided',
    file: 'store/deny-list.ts',
    guard: '    .where(isUnsigned)\n',
    without: '',
    tests: [LISTS],
  },
  {
    name: 'takes a claim from or to an address on the deny list',
    file: 'app/claims/submit-claim.ts',
    guard: 'await assertNotDenied(app, [address, solAddress])\n',
    without: '',
    tests: [API],
  },
  {
    name: 'takes a claim after another server has paused them',
    file: 'store/claims.ts',
    guard: 'where not exists (select 1 from claim_controls where paused = 1)',
    without: 'where true',
    tests: ['test/api/claim-controls.test.ts'],
  },
  {
    name: 'corrects a claim after another server has paused them',
    file: 'store/claim-corrections.ts',
    guard: "        if (await arePaused(tx)) return 'claims_paused'\n",
    without: '',
    tests: ['test/api/claim-controls.test.ts'],
  },
]
