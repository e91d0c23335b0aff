import { readOptions } from '#bin/read-options.ts'
import { troubleDatabase } from '#lab/rehearsal/database-trouble.ts'
import { differencesIn } from '#lab/rehearsal/read-chain.ts'
import { startDuringUploads, startTwoAtOnce } from '#lab/rehearsal/several-starts.ts'

/** As long as a server may take to be ready after its database is there again. */
const READY_WITHIN_MS = 15_000

/** A PostgreSQL that goes away and comes back, and servers that start at the worst moments. */
export async function soakDatabase(args: string[]): Promise<boolean> {
  const values = readOptions(
    {
      name: 'npm run soak -- database',
      does: 'Takes PostgreSQL away from the real server, and starts servers at the worst moments.',
    },
    {
      terminations: {
        type: 'string',
        help: 'How often all connections are ended, and how often PostgreSQL is restarted',
        default: '200',
      },
      restarts: { type: 'string', default: '10' },
      claimants: { type: 'string', default: '400' },
      starts: {
        type: 'string',
        help: 'How often two servers begin at once on an empty database',
        default: '50',
      },
      moments: {
        type: 'string',
        help: "How often a server is started during another's upload",
        default: '50',
      },
    },
    args,
  )

  const starts = Number(values.starts)
  const doubled = await startTwoAtOnce(starts)
  console.log(`two first starts at once, ${starts} times:`, JSON.stringify(doubled))
  const uploads = await startDuringUploads(Number(values.moments))
  console.log("a start during another's upload:", JSON.stringify(uploads))
  const trouble = await troubleDatabase({
    terminations: Number(values.terminations),
    restarts: Number(values.restarts),
    claimants: Number(values.claimants),
  })
  console.log('connections ended and restarts:', JSON.stringify(trouble))

  const wrong = [
    2 * starts - doubled.ready,
    doubled.wrong,
    uploads.lacking,
    trouble.exits,
    trouble.lost,
    differencesIn(trouble.comparison),
    trouble.slowestReadyMs > READY_WITHIN_MS ? 1 : 0,
  ].reduce((sum, count) => sum + count, 0)
  console.log(wrong === 0 ? 'Nothing was lost.' : `${wrong} things went wrong.`)
  return wrong === 0
}
