import type { Guard } from '#lab/mutation/mutant.ts'

const REPEATS = ['src/store/repeated-payments.test.ts']
const BEGIN = { file: 'store/distribution-runs.ts', tests: REPEATS }
const QUERY = { file: 'store/repeated-payments.ts', tests: REPEATS }

/** Guards against paying a spreadsheet twice by mistake. */
export const DISTRIBUTION_GUARDS: readonly Guard[] = [
  {
    name: 'begins a distribution that was paid before without the words',
    ...BEGIN,
    guard: "if (confirmed === undefined) return { kind: 'repeated', repeated }",
    without: 'if (confirmed === undefined) void repeated',
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
    guard: "eb('other.state', 'in', [...MADE]),",
    without: "eb('other.state', 'in', ['failed']),",
  },
  {
    name: 'overlooks a file of which a run has only just begun',
    ...QUERY,
    guard: "eb('run.state', 'in', [...UNFINISHED]),\n        exists(",
    without: "eb('run.state', 'in', []),\n        exists(",
  },
  {
    name: 'takes any words for a confirmation',
    file: 'app/distributions/begin-distribution.ts',
    guard: 'if (confirm !== repeatConfirmation(repeated)) return undefined',
    without: 'if (confirm === undefined) return undefined',
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
