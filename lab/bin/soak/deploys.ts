import { readOptions } from '#bin/read-options.ts'
import { rollDeploys } from '#lab/rehearsal/rolling-deploys.ts'

/** Servers behind a balancer, stopped and started again one after the other while people claim. */
export async function soakDeploys(args: string[]): Promise<boolean> {
  const values = readOptions(
    {
      name: 'npm run soak -- deploys',
      does: 'Stops and starts servers behind a balancer one after the other while people claim.',
    },
    {
      requests: { type: 'string', default: '20000' },
      servers: { type: 'string', default: '3' },
      'at-once': { type: 'string', help: 'How many requests are under way at a time', default: '8' },
      'delay-ms': {
        type: 'string',
        help: 'SHUTDOWN_DELAY_MS. The balancer looks five times a second',
        default: '2000',
      },
    },
    args,
  )

  const { reasons, ...outcome } = await rollDeploys({
    requests: Number(values.requests),
    servers: Number(values.servers),
    requestsAtOnce: Number(values['at-once']),
    shutdownDelayMs: Number(values['delay-ms']),
  })
  console.log(JSON.stringify(outcome))
  for (const reason of reasons) console.log(reason)
  const wrong = outcome.failed + outcome.lost + outcome.badEnds
  console.log(wrong === 0 ? 'No request failed.' : `${wrong} things went wrong.`)
  return wrong === 0
}
