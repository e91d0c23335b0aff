import type { Guard } from '#lab/mutation/mutant.ts'

const ENDINGS = 'src/store/payouts/attempt-endings.test.ts'
const JOURNAL_TESTS = 'src/store/payouts/journal.test.ts'
const DECISION_TESTS = 'src/store/payouts/manual-payments.test.ts'
const STORE_TESTS = 'src/store/store.test.ts'
const SCHEMA = 'store/migrations/001-initial-schema.ts'
const JOURNAL = { file: 'store/payouts/journal.ts', tests: [JOURNAL_TESTS] }
const ATTEMPTS = { file: 'store/payouts/attempt-endings.ts', tests: [ENDINGS] }
const LEASES = { file: 'store/payouts/leases.ts', tests: [JOURNAL_TESTS] }
const RUN_LISTS = { file: 'store/payouts/run-lists.ts', tests: [JOURNAL_TESTS, ENDINGS] }
const DECISIONS = { file: 'store/claims/claim-decisions.ts', tests: [DECISION_TESTS] }

const CAPPED = {
  file: 'store/payouts/capped-payments.ts',
  tests: ['src/store/payouts/limited-runs.test.ts'],
}

/** Guards of the store. */
export const STORE_GUARDS: readonly Guard[] = [
  {
    name: 'journals a payment above the cap of its token',
    file: 'store/payouts/journal.ts',
    guard: '        await assertWithinCaps(tx, runId, planned)\n',
    without: '        void assertWithinCaps\n',
    tests: CAPPED.tests,
  },
  {
    ...CAPPED,
    name: 'judges each payment of a batch by itself against the cap',
    guard: '        today += baseUnits\n',
    without: '',
  },
  {
    ...CAPPED,
    name: 'counts payments of all days towards the cap of one',
    guard: "    .where('attempt.journaledAtMs', '>=', nowMs - (nowMs % DAY_MS))\n",
    without: '',
  },
  {
    ...CAPPED,
    name: 'counts what is proved not to have left the wallet',
    guard: "      .where('attempt.state', 'not in', ['expired', 'failed'])\n",
    without: '',
  },
  {
    name: 'passes over the cap of a run',
    file: 'domain/payment-caps.ts',
    guard: 'isAbove(ofRun, byRun)',
    without: 'ofRun !== undefined && isAbove(undefined, byRun)',
    tests: CAPPED.tests,
  },
  {
    name: 'lets an address claim twice',
    file: SCHEMA,
    guard: ".addColumn('evm_address', 'text', (c) => c.notNull().unique())",
    without: ".addColumn('evm_address', 'text', (c) => c.notNull())",
    tests: [STORE_TESTS],
  },
  {
    name: 'lets a transfer be in two attempts at once',
    file: SCHEMA,
    guard: 'create unique index one_attempt_in_flight on',
    without: 'create index one_attempt_in_flight on',
    tests: [ENDINGS],
  },
  {
    name: 'lets a wallet have two runs at once',
    file: SCHEMA,
    guard: 'create unique index one_unfinished_run on',
    without: 'create index one_unfinished_run on',
    tests: [JOURNAL_TESTS],
  },
  {
    ...JOURNAL,
    name: 'journals a transfer that is not free',
    guard: "    .where('runId', '=', runId)\n    .where('state', '=', 'queued')\n",
    without: "    .where('runId', '=', runId)\n",
  },
  {
    ...JOURNAL,
    name: 'journals a claim that is not owed any more',
    guard: "    .where('state', '=', 'queued')\n    .where(isStillOwed)\n",
    without: "    .where('state', '=', 'queued')\n",
  },
  {
    ...JOURNAL,
    name: 'journals a payment of a run that was stopped after its turn began',
    guard: "    .where('state', '=', 'running')\n",
    without: '',
  },
  {
    ...JOURNAL,
    name: 'journals a transfer twice in one transaction',
    guard: 'if (taken.length !== planned.length) {',
    without: 'if (taken.length > planned.length) {',
    tests: [JOURNAL_TESTS],
  },
  {
    ...JOURNAL,
    name: 'puts a settled attempt on hold',
    guard:
      "        .where('id', 'in', [...attemptIds])\n        .where('state', 'in', [...UNRESOLVED_ATTEMPT_STATES])\n",
    without: "        .where('id', 'in', [...attemptIds])\n",
    tests: [ENDINGS],
  },
  {
    ...JOURNAL,
    name: 'settles manually what is not on hold',
    guard:
      'if (held.numUpdatedRows !== 1n) throw new JournalConflictError(`Attempt ${attempt.id} is not on hold`)',
    without: '',
    tests: [DECISION_TESTS],
  },
  {
    ...ATTEMPTS,
    name: 'ends an attempt twice',
    guard: 'if (result.numUpdatedRows !== 1n) throw',
    without: 'if (result.numUpdatedRows < 0n) throw',
  },
  {
    ...ATTEMPTS,
    name: 'marks a rejected claim sent',
    guard: "      .where('status', '=', 'queued')\n",
    without: '',
  },
  {
    ...ATTEMPTS,
    name: 'keeps transfers bound to an attempt that expired',
    guard: '  await unbind(tx, attemptId)\n}',
    without: '}',
  },
  {
    ...ATTEMPTS,
    name: 'moves transfers that an attempt carries no more',
    guard: "    .where('inFlight', '=', 1)\n",
    without: '',
  },
  {
    ...LEASES,
    name: "takes a lease that is another's",
    guard: ".where((is) => is.or([is('lease.expiresAtMs', '=', 0), is('lease.owner', '=', owner)]))",
    without: '',
  },
  {
    ...LEASES,
    name: 'gives a new owner the fence of the one before',
    guard: "update('lease.fence', '+', 1)",
    without: "update('lease.fence', '+', 0)",
  },
  {
    ...LEASES,
    name: 'renews a lease that was taken over',
    guard:
      "        .where('name', '=', name)\n        .where('fence', '=', fence)\n        .executeTakeFirst()\n      return result",
    without: "        .where('name', '=', name)\n        .executeTakeFirst()\n      return result",
  },
  {
    ...RUN_LISTS,
    name: 'pays what is paid or under way once more',
    guard: '        .where(mayBeListedAgain)\n        .whereRef',
    without: '        .whereRef',
  },
  {
    ...RUN_LISTS,
    name: 'pays what is on hold and may still land once more',
    guard: "and([eb('transfer.state', '=', 'hold'), isUnsigned(builder)])",
    without: "eb('transfer.state', '=', 'hold')",
  },
  {
    ...RUN_LISTS,
    name: 'pays a row that is paid or under way once more',
    guard: '    .where(mayBeListedAgain)\n    .execute()\n  return digest',
    without: '    .execute()\n  return digest',
  },
  {
    ...DECISIONS,
    name: 'decides what was decided',
    guard: "        .where('status', '=', 'queued')\n        .executeTakeFirst()\n      if (decided",
    without: '        .executeTakeFirst()\n      if (decided',
  },
  {
    ...DECISIONS,
    name: 'decides a claim whose payment is under way',
    guard: "if (await isUnderWay(tx, id)) throw new UndoneError('payment_under_way')",
    without: '',
  },
  {
    ...DECISIONS,
    name: 'resets claims while a run pays them',
    guard: "if (run) return 'run_in_progress'",
    without: '',
  },
  {
    ...DECISIONS,
    name: 'resets claims whose payments are under way',
    guard: "if (bound) return 'attempts_unresolved'",
    without: '',
  },
  {
    ...DECISIONS,
    name: 'leaves the payment of a rejected claim in the queue',
    guard: ".set({ state: 'failed', failure: CLAIM_REJECTED })",
    without: '.set({ failure: CLAIM_REJECTED })',
    tests: [DECISION_TESTS],
  },
  {
    name: 'confirms a claim that the disk does not have',
    file: 'store/claims/claims.ts',
    guard: '      await database.sync()\n',
    without: '',
    tests: ['src/store/database/durability.test.ts'],
  },
  {
    name: 'leaves the records without sync after a claim',
    file: 'store/database/open-sqlite.ts',
    guard: "    database.exec('pragma synchronous = FULL')\n",
    without: '',
    tests: ['src/store/database/durability.test.ts'],
  },
  {
    name: 'takes a failed payment for one that was made',
    file: 'store/claims/claims.ts',
    guard: "UNKNOWN_CLUSTER])\n      .where('state', '=', 'paid'),\n",
    without: 'UNKNOWN_CLUSTER]),\n',
    tests: ['test/api/submit-claim.test.ts'],
  },
  {
    name: 'gives an allocation of a list that is not published',
    file: 'store/lists/snapshots.ts',
    guard: "      .where('snapshot.state', '=', 'published')\n",
    without: '',
    tests: [STORE_TESTS],
  },
  {
    name: 'adds amounts up as floating-point numbers',
    file: 'store/database/column-readers.ts',
    guard: 'sum + BigInt(text)',
    without: 'BigInt(Number(sum) + Number(text))',
    tests: ['src/store/claims/claim-tallies.test.ts', DECISION_TESTS],
  },
  {
    ...LEASES,
    name: 'takes over a lease that its owner has renewed',
    guard: "        .where('expiresAtMs', '=', observed.expiresAtMs)\n",
    without: '',
  },
  {
    ...LEASES,
    name: 'renews by a clock that runs backwards',
    guard: 'else expires_at_ms + 1 end',
    without: 'else expiresAtMs end',
  },
  {
    ...DECISIONS,
    name: 'marks two claims sent by one transaction',
    guard: "if (!evenIfUsed && (await isUsed(tx, paidTx, id))) throw new UndoneError('transaction_used')",
    without: '',
  },
  {
    name: 'takes a failed observer for a failed commit',
    file: 'store/store.ts',
    guard: 'const observe = joinObservers([observer], () => {})',
    without: 'const observe = observer',
    tests: ['src/store/observed-store.test.ts'],
  },
  {
    name: 'holds or fails a payment whose address is another by now',
    file: 'store/payouts/unsent-transfers.ts',
    guard: "      eb('transfer.recipient', '=', recipient),\n",
    without: '',
    tests: ['src/store/payouts/journal.test.ts'],
  },
  {
    name: 'holds or fails a payment whose run is over',
    file: 'store/payouts/unsent-transfers.ts',
    guard: ".where('run.state', 'in', ['running', 'stopping'])",
    without: '',
    tests: ['src/store/payouts/journal.test.ts'],
  },
]
