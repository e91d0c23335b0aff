import { writeFileSync } from 'node:fs'
import { readOptions } from '#bin/read-options.ts'
import { missingProxies } from '#lab/environment/real-proxy.ts'
import { runHour } from '#lab/rehearsal/hour-of-faults.ts'

/** Each fault has to be over, and the time after it has to show that. */
const LEAST_MINUTES = 6

/** Three servers behind nginx on one PostgreSQL, through all faults one after the other. */
export async function soakHour(args: string[]): Promise<boolean> {
  const values = readOptions(
    {
      name: 'npm run soak -- hour',
      does: 'Runs three servers behind nginx through frozen and killed payers, wrong clocks, a killed database, a cut network and a full disk, while people claim and are paid. Linux as root.',
    },
    {
      minutes: { type: 'string', help: `At least ${LEAST_MINUTES}`, default: '60' },
      'slot-ms': { type: 'string', help: "The localnet's pace", default: '50' },
      json: { type: 'string', help: 'A file for the report' },
    },
    args,
  )
  if ((await missingProxies()).includes('nginx')) {
    console.error('This machine lacks nginx: on Debian, apt-get install nginx-light.')
    return false
  }
  const minutes = Number(values.minutes)
  if (!(minutes >= LEAST_MINUTES)) {
    console.error(`--minutes takes a number from ${LEAST_MINUTES} on, not "${values.minutes}".`)
    return false
  }
  const startedMs = Date.now()
  const outcome = await runHour({
    minutes,
    slotMs: Number(values['slot-ms']),
    step: (what) => console.log(`${((Date.now() - startedMs) / 1_000).toFixed(0)} s: ${what}`),
  })
  const report = JSON.stringify(outcome, null, 2)
  console.log(report)
  if (values.json !== undefined) writeFileSync(values.json, `${report}\n`)
  const { faults, acknowledged, runs, lost, wrong, comparison } = outcome
  const worst = Math.max(...faults.map(({ streamsSeconds }) => streamsSeconds))
  console.log(
    `${faults.length} faults, ${acknowledged} acknowledged claims, ${runs} runs: ${lost} lost, ${comparison.paidTwice} paid twice; streams were back after ${worst} s at most.`,
  )
  for (const what of wrong) console.log(`This did not hold: ${what}`)
  console.log(wrong.length === 0 ? 'Everything held.' : `${wrong.length} things did not hold.`)
  return wrong.length === 0
}
