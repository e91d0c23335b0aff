import type { Guard } from '#lab/mutation/mutant.ts'

const REPEATS = ['src/store/payouts/repeated-payments.test.ts']
const BEGIN = { file: 'store/payouts/distributions.ts', tests: REPEATS }
const QUERY = { file: 'store/payouts/repeated-payments.ts', tests: REPEATS }
const LISTS = ['src/store/payouts/limited-runs.test.ts']
const SHOWN = ['test/api/start-as-shown.test.ts']
const CANARY = { file: 'payout/send/canary.ts', tests: ['src/payout/send/judge-payment.test.ts'] }
const LIMITS = { file: 'domain/run-limits.ts', tests: LISTS }
const PAGE = { file: 'store/claims/claims.ts', tests: LISTS }

/** Guards of what a run pays: no spreadsheet twice, and no more than was shown, selected and limited. */
export const RUN_GUARDS: readonly Guard[] = [
  {
    name: 'begins a distribution that was paid before without the words',
    ...BEGIN,
    guard: "if (decision.kind === 'ask') return { kind: 'repeated', repeated }\n          const isLeaving",
    without: 'const isLeaving',
  },
  {
    name: 'lets two starts of one file begin at the same moment',
    ...BEGIN,
    guard:
      "if (dialect === 'postgres') await sql`lock table run in share row exclusive mode`.execute(tx)\n  else",
    without: "if (dialect === 'postgres') return\n  else",
  },
  {
    name: 'deletes a distribution that has begun',
    ...BEGIN,
    guard: "if (await hasBegun(tx, id)) return 'distribution_begun'",
    without: 'void hasBegun',
  },
  {
    name: 'overlooks a payment of the same amount to the same wallet',
    ...QUERY,
    guard: "paid: sql`other.state = 'paid'`,",
    without: "paid: sql`other.state = 'failed'`,",
  },
  {
    name: 'overlooks payments on the list of a run that goes on',
    ...QUERY,
    guard: "or (other.state = 'queued' and other.run_id in ${UNFINISHED}))`,",
    without: ')`,',
  },
  {
    name: 'overlooks a payment that is signed, on hold and may land',
    ...QUERY,
    guard: "on_hold: sql`(other.state = 'hold' and ${IS_SIGNED})`,",
    without: "on_hold: sql`(other.state = 'failed' and ${IS_SIGNED})`,",
  },
  {
    name: 'compares only half of what a start would pay: not what was held and never signed',
    ...QUERY,
    guard:
      ".where('transfer.distributionId', '=', distribution.id)\n    .where(mayBeListedAgain)\n    .groupBy",
    without:
      ".where('transfer.distributionId', '=', distribution.id)\n    .where('transfer.state', 'in', ['queued', 'failed'])\n    .groupBy",
  },
  {
    name: 'pays rows that were to be left out',
    ...BEGIN,
    guard: 'leaveOut: isLeaving ? ({ id }) => leaveOutRepeats(tx, distribution, id) : undefined,',
    without: 'leaveOut: isLeaving ? async () => void leaveOutRepeats : undefined,',
  },
  {
    name: 'pays rows by a later run that an earlier one left out',
    ...QUERY,
    guard: "state: 'left_out', runId,",
    without: "state: 'failed', runId,",
  },
  {
    name: 'takes any words for a confirmation',
    file: 'app/payouts/source-terms.ts',
    guard: "if (confirm !== repeatConfirmation(repeated)) return { kind: 'ask' }",
    without: "if (confirm === undefined) return { kind: 'ask' }",
    tests: ['test/api/distributions-again.test.ts'],
  },
  {
    name: 'puts claims on the list of a run that came in after its start',
    file: 'payout/fill-run.ts',
    guard: '  await store.runs.sealList(run)',
    without:
      '  await store.runs.addTransfers((await store.claims.pageOfQueued(0, 1000, null)).map((claim) => transferOf(claim, run)))\n  await store.runs.sealList(run)',
    tests: ['src/store/payouts/journal.test.ts'],
  },
  {
    name: 'starts for other payments than were shown',
    file: 'app/payouts/start-terms.ts',
    guard: 'if (expect.count !== count || !isSameAmount(expect.amountUA, amountUA))',
    without: 'if (expect.count !== count)',
    tests: SHOWN,
  },
  {
    name: 'lists other payments than were judged',
    file: 'store/payouts/run-lists.ts',
    guard: '  if (judged && taken.toString() !== judged.digest) throw new OtherPaymentsError()\n',
    without: '',
    tests: SHOWN,
  },
  {
    name: 'begins a second run for the same start',
    file: 'app/payouts/start-payout.ts',
    guard: '      ...mark,\n',
    without: '',
    tests: SHOWN,
  },
  {
    ...CANARY,
    name: 'sends the rest before the canary is final',
    guard: 'if (paid >= size) {',
    without: 'if (paid >= 0) {',
  },
  {
    ...CANARY,
    name: 'goes on after a canary that failed on the chain',
    guard: 'if (failed + held > 0)',
    without: 'if (held > 0)',
  },
  {
    ...LIMITS,
    name: 'pays more than the amount',
    guard: 'if (amount !== null && amount < payment.baseUnits)',
    without: 'if (amount !== null && amount < 1n)',
  },
  {
    name: 'sends what an earlier run has under way beyond the limit',
    file: 'store/payouts/run-lists.ts',
    guard: 'if (!judged && !isLimited(created)) await',
    without: 'if (!judged) await',
    tests: LISTS,
  },
  {
    name: 'sends what an earlier run has under way beyond what was shown',
    file: 'store/payouts/run-lists.ts',
    guard: 'if (!judged && !isLimited(created)) await',
    without: 'if (!isLimited(created)) await',
    tests: ['test/api/start-as-shown.test.ts'],
  },
  {
    ...PAGE,
    name: 'pays claims that were not selected',
    guard: 'if (!claimIds) return lit(true)',
    without: 'if (claimIds) return lit(true)',
  },
  {
    name: 'leaves a claim out of limited runs whose rejection was undone',
    file: 'store/claims/claim-decisions.ts',
    guard: 'await queueAnew(tx, id)',
    without: '',
    tests: LISTS,
  },
]
