import { readOptions } from '#bin/read-options.ts'
import { compressMonths } from '#lab/rehearsal/compressed-months.ts'

/** Months of use in minutes: what grows with it, and what must not. */
export async function soakMonths(args: string[]): Promise<boolean> {
  const values = readOptions(
    {
      name: 'npm run soak -- months',
      does: 'Makes as many requests and runs as months bring on PostgreSQL, and shows what has grown: tables, indexes, memory, descriptors, log. Linux.',
    },
    { requests: { type: 'string', default: '200000' }, runs: { type: 'string', default: '20' } },
    args,
  )
  const { tables, indexes, wrong, ...outcome } = await compressMonths({
    requests: Number(values.requests),
    runs: Number(values.runs),
    step: console.log,
  })
  console.table(tables)
  console.table(indexes)
  console.log(JSON.stringify(outcome, null, 2))
  for (const what of wrong) console.log(`This did not hold: ${what}`)
  console.log(wrong.length === 0 ? 'Everything held.' : `${wrong.length} things did not hold.`)
  return wrong.length === 0
}
