import type { Guard } from '#lab/mutation/mutant.ts'

const LISTS = ['src/store/limited-runs.test.ts']
const STARTS = ['test/api/limited-starts.test.ts']
const SHOWN = ['test/api/start-as-shown.test.ts']
const CANARY = { file: 'payout/canary.ts', tests: ['src/payout/canary.test.ts'] }
const LIMITS = { file: 'domain/run-limits.ts', tests: LISTS }
const PAGE = { file: 'store/claims.ts', tests: LISTS }

/** Guards of runs that pay a part of what is owed. */
export const LIMITED_RUN_GUARDS: readonly Guard[] = [
  {
    name: 'puts claims on the list of a run that came in after its start',
    file: 'payout/fill-run.ts',
    guard: '  await store.runs.sealList(run)',
    without:
      '  await store.runs.addTransfers((await store.claims.pageOfQueued(0, 1000, null)).map((claim) => transferOf(claim, run)))\n  await store.runs.sealList(run)',
    tests: ['src/store/journal.test.ts'],
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
    file: 'store/run-lists.ts',
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
    name: 'answers another start with the run of a key',
    file: 'app/payouts/start-payout.ts',
    guard: "if (run && run.startBodyHash !== mark.startBodyHash) throw new PortalError('start_key_used')",
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
    name: 'sends a canary that is larger than asked for',
    guard: 'Math.max(size - paid - underWay, 0)',
    without: 'Math.max(size - paid, 0)',
  },
  {
    ...CANARY,
    name: 'goes on after a canary that failed on the chain',
    guard: 'if (failed + held > 0)',
    without: 'if (held > 0)',
  },
  {
    ...CANARY,
    name: 'goes on after a canary that can not be decided',
    guard: 'if (failed + held > 0)',
    without: 'if (failed > 0)',
  },
  {
    name: 'takes no notice of the canary',
    file: 'payout/payout-loop.ts',
    guard: 'const batchSize = Math.min(this.#run.batchSize, payments)',
    without: 'const { batchSize } = this.#run',
    tests: STARTS,
  },
  {
    name: 'goes on where the canary has nothing more to send',
    file: 'payout/payout-loop.ts',
    guard: "if (payments === 0) return 'nothing'",
    without: '',
    tests: STARTS,
  },
  {
    ...LIMITS,
    name: 'pays one claim more than the limit',
    guard: 'if (count !== null && count < 1)',
    without: 'if (count !== null && count < 0)',
  },
  {
    ...LIMITS,
    name: 'pays more than the amount',
    guard: 'if (amount !== null && amount < payment.baseUnits)',
    without: 'if (amount !== null && amount < 1n)',
  },
  {
    name: 'sends what an earlier run has under way beyond the limit',
    file: 'store/run-lists.ts',
    guard: 'if (!isLimited(run)) await adoptUnsettled(tx, run)',
    without: 'await adoptUnsettled(tx, run)',
    tests: LISTS,
  },
  {
    ...PAGE,
    name: 'pays claims that were not selected',
    guard: 'if (!claimIds) return lit(true)',
    without: 'if (claimIds) return lit(true)',
  },
  {
    ...PAGE,
    name: 'spends a limit on claims that can not be paid',
    guard: "[ofPayment('on_hold'), ofPayment('failed')]",
    without: "[ofPayment('on_hold')]",
  },
  {
    name: 'leaves a claim out of limited runs whose rejection was undone',
    file: 'store/claim-decisions.ts',
    guard: 'await queueAnew(tx, id)',
    without: '',
    tests: LISTS,
  },
  {
    name: 'leaves a rejected claim out of limited runs that was signed anew',
    file: 'store/claim-corrections.ts',
    guard: "if (claim.status === 'rejected') await queueAnew(tx, id)",
    without: '',
    tests: LISTS,
  },
  {
    name: 'lets a correction bring a failed claim before the others of a limit',
    file: 'store/claim-corrections.ts',
    guard: "if (claim.status === 'rejected') await queueAnew(tx, id)",
    without: 'await queueAnew(tx, id)',
    tests: LISTS,
  },
  {
    name: 'forgets the selection of a run',
    file: 'app/payouts/start-payout.ts',
    guard: 'selectedCount: claimIds?.length ?? null',
    without: 'selectedCount: null',
    tests: STARTS,
  },
  {
    name: 'forgets the ids of claims in the record of payments',
    file: 'store/claim-decisions.ts',
    guard: "formerClaimId: ref('claimId'), claimId: null",
    without: 'claimId: null',
    tests: ['test/api/ledger.test.ts'],
  },
]
