import { readOptions } from '#bin/read-options.ts'
import { fuzzServer } from '#lab/rehearsal/fuzz-server.ts'
import { dripBodies, guessInParallel } from '#lab/rehearsal/hostile-server.ts'

const ASSET_WITHIN_MS = 1_000
const OPERATOR_WITHIN_MS = 5_000
const CLOSED_WITHIN_MS = 120_000

/** Guesses of the password, connections that drip, and nonsense, against the real server. */
export async function soakHostile(args: string[]): Promise<boolean> {
  const values = readOptions(
    {
      name: 'npm run soak -- hostile',
      does: 'Guesses the password, drips and sends nonsense to the real server.',
    },
    {
      guesses: { type: 'string', default: '400' },
      connections: { type: 'string', default: '300' },
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      postgres: { type: 'boolean', help: 'On a PostgreSQL in place of SQLite', default: false },
    },
    args,
  )

  const { postgres } = values
  const seed = Number(values.seed)
  const guesses = await guessInParallel({ guesses: Number(values.guesses), seed, postgres })
  console.log('guesses of the password:', JSON.stringify(guesses))
  const drips = await dripBodies({ connections: Number(values.connections), postgres })
  console.log('connections that drip:', JSON.stringify(drips))
  const { examples, ...fuzz } = await fuzzServer({ requests: Number(values.requests), seed, postgres })
  console.log(`nonsense, seed ${seed}:`, JSON.stringify(fuzz))
  for (const example of examples) console.log(example)

  const wrong = [
    guesses.slowestAssetMs > ASSET_WITHIN_MS,
    guesses.operatorMs > OPERATOR_WITHIN_MS,
    guesses.knownDeviceMs > OPERATOR_WITHIN_MS,
    drips.stillOpen > 0 || drips.lastClosedMs > CLOSED_WITHIN_MS,
    drips.honestFailed > 0,
    fuzz.faults + fuzz.hangs + fuzz.misshapen + fuzz.exits > 0,
  ].filter(Boolean).length
  console.log(wrong === 0 ? 'Everything held.' : `${wrong} things did not hold.`)
  return wrong === 0
}
