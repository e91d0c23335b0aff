import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { onStop } from '#bin/on-stop.ts'
import { readOptions } from '#bin/read-options.ts'
import { REPOSITORY } from '#lab/mutation/copy-sources.ts'
import { GUARDS } from '#lab/mutation/guards.ts'
import { countGuard, misplacement } from '#lab/mutation/remove-guard.ts'
import { type GuardResult, runUnaltered, tryGuards } from '#lab/mutation/try-guards.ts'

const values = readOptions(
  { name: 'npm run mutate', does: 'Removes guards one by one in a copy: some test has to fail for each.' },
  {
    only: { type: 'string', help: 'Only guards whose name or file contains it', default: '' },
    list: { type: 'boolean', help: 'Names the guards and tries none', default: false },
    jobs: {
      type: 'string',
      help: 'The number of guards that are tried side by side',
      default: String(availableParallelism()),
    },
    json: { type: 'string' },
  },
)
const stop = new AbortController()
const options = { jobs: Number(values.jobs), signal: stop.signal }
const guards = GUARDS.filter(({ name, file }) => name.includes(values.only) || file.includes(values.only))

if (values.list) {
  for (const { name, file } of guards) console.log(`${file.padEnd(40)}  ${name}`)
  console.log(`${guards.length} guards`)
} else {
  onStop(async () => stop.abort())
  process.exitCode = await mutate().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
    console.log('Stopped')
    return 1
  })
}

async function mutate(): Promise<0 | 1> {
  if (guards.length === 0) {
    console.log(`No guard's name or file contains "${values.only}"`)
    return 1
  }
  const misplaced = guards.filter((guard) => countGuard(REPOSITORY, guard) !== 1)
  for (const guard of misplaced)
    console.log(`MISPLACED  ${misplacement(guard, countGuard(REPOSITORY, guard))}`)

  console.log('Running the tests with every guard in place')
  const unaltered = await runUnaltered(guards, options)
  if (unaltered.outcome !== 'passed') {
    console.log(`They are not green: ${unaltered.firstFailure}`)
    return 1
  }
  console.log(`green, ${inSeconds(unaltered.seconds)}`)

  const startedMs = performance.now()
  const placed = guards.filter((guard) => !misplaced.includes(guard))
  const results = await tryGuards(placed, options, tell)
  const count = (outcome: GuardResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  const rest = [
    ...(count('broken') > 0 ? [`${count('broken')} broken`] : []),
    ...(misplaced.length > 0 ? [`${misplaced.length} misplaced`] : []),
  ]
  const totals = [`${guards.length} guards`, `${count('killed')} killed`, `${count('lived')} lived`, ...rest]
  console.log(`${inSeconds((performance.now() - startedMs) / 1000)} in all`)
  console.log(totals.join(', '))
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
  return count('killed') === guards.length ? 0 : 1
}

function tell({ name, file, outcome, reason, seconds }: GuardResult): void {
  const word = outcome === 'killed' ? outcome : outcome.toUpperCase()
  const why = outcome === 'broken' ? `\n  ${reason}` : ''
  console.log(`${word.padEnd(6)}  ${inSeconds(seconds).padStart(7)}  ${file}: ${name}${why}`)
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`
}
