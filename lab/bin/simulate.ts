import { writeFileSync } from 'node:fs'
import { explainFailure } from '#bin/command.ts'
import { onStop } from '#bin/on-stop.ts'
import { consoleProgress, readOptions } from '#bin/read-options.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'
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
const mutants = MUTANTS.filter(({ name }) => name.includes(values.only))
const progress = consoleProgress()

if (!(seeds >= 1)) explainFailure(null, new CommandRefusedError('--seeds takes a number from 1 on.'))
if (mutants.length === 0) {
  explainFailure(null, new CommandRefusedError(`No mutant's name contains "${values.only}".`))
}

if (values.mutants) {
  onStop(async () => process.exit(1))
  for (const [index, mutant] of mutants.entries()) {
    progress.step(`${index + 1} of ${mutants.length}: ${mutant.name}`)
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
