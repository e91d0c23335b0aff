import type { Guard } from '#lab/mutation/mutant.ts'

const REPEATS = ['src/store/repeated-payments.test.ts']
const BEGIN = { file: 'store/distribution-runs.ts', tests: REPEATS }
const QUERY = { file: 'store/repeated-payments.ts', tests: REPEATS }

/** Guards against paying a spreadsheet twice by mistake. */
export const DISTRIBUTION_GUARDS: readonly Guard[] = [
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
    name: 'takes what was held and never signed for a payment that was made',
    ...QUERY,
    guard: "on_hold: sql`(other.state = 'hold' and ${IS_SIGNED})`,",
    without: "on_hold: sql`(other.state = 'hold')`,",
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
    file: 'app/distributions/begin-distribution.ts',
    guard: "if (confirm !== repeatConfirmation(repeated)) return { kind: 'ask' }",
    without: "if (confirm === undefined) return { kind: 'ask' }",
    tests: ['test/api/distributions-again.test.ts'],
  },
  {
    name: 'takes a file with rows that nobody sees',
    file: 'app/distributions/import-distribution.ts',
    guard: "if (words === '' || confirm === words) return",
    without: 'if (words !== null) return',
    tests: ['test/api/distributions-again.test.ts'],
  },
]
