import { writeFileSync } from 'node:fs'
import { consoleProgress } from '#bin/progress.ts'
import { readOptions } from '#bin/read-options.ts'
import { MUTANTS } from '#lab/simulation/mutants.ts'
import { simulateSeeds } from '#lab/simulation/simulate-seeds.ts'
import { tryMutant } from '#lab/simulation/try-mutant.ts'

const values = readOptions(
  {
    name: 'npm run simulate',
    does: 'Runs the payout engine on virtual time, with other faults for each seed.',
  },
  {
    seeds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    'stop-at-failure': { type: 'boolean', default: false },
    mutants: {
      type: 'boolean',
      help: 'Removes one guard after another and shows that some seed fails without it',
      default: false,
    },
    only: { type: 'string', help: 'Only those whose name contains it', default: '' },
  },
)
const seeds = Number(values.seeds)
const progress = consoleProgress()

if (values.mutants) {
  for (const mutant of MUTANTS.filter(({ name }) => name.includes(values.only))) {
    const { failed, seeds: tried } = await tryMutant(mutant, seeds)
    const [first] = failed
    console.log(
      `${first ? 'caught' : 'MISSED'}  ${mutant.name}: ${first ? `seed ${first.seed}` : `${tried} seeds`}`,
    )
    if (!first) process.exitCode = 1
  }
} else {
  const report = await simulateSeeds({
    firstSeed: Number(values.seed),
    seeds,
    stopAtFailure: values['stop-at-failure'],
    onSeed: (done) => progress.count(done, seeds, 'seeds'),
  })
  const { failed, ...totals } = report
  console.log(JSON.stringify(totals, null, 2))
  for (const outcome of failed) console.log(`seed ${outcome.seed}: ${JSON.stringify(outcome)}`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
