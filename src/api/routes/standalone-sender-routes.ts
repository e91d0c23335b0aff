import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { distributionProgress } from '#app/distributions/distribution-progress.ts'
import { distributionResult } from '#app/distributions/distribution-result.ts'
import { estimateDistribution } from '#app/distributions/estimate-distribution.ts'
import { importDistribution, MAX_DISTRIBUTION_FILE_BYTES } from '#app/distributions/import-distribution.ts'
import { listDistributions } from '#app/distributions/list-distributions.ts'
import { standaloneStats } from '#app/distributions/standalone-stats.ts'
import { standaloneStatus } from '#app/distributions/standalone-status.ts'
import { startDistribution } from '#app/distributions/start-distribution.ts'
import { stopDistribution } from '#app/distributions/stop-distribution.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { serveRecords } from './records-routes.ts'

/** Serves the sender of spreadsheets: its wallet, its files, and their payments. */
export function serveStandaloneSender(serve: Serve, app: AppContext): void {
  const { standaloneSender } = endpoints
  serveRecords(serve, app, 'standalone')

  serve(standaloneSender.status, () => standaloneStatus(app))
  serve(standaloneSender.distributions, async () => ({ distributions: await listDistributions(app) }))
  serve(standaloneSender.stats, () => standaloneStats(app))
  serve(standaloneSender.progress, ({ params }) => distributionProgress(app, params.distributionId))
  serve(standaloneSender.result, ({ params }) => distributionResult(app, params.distributionId))
  serve(standaloneSender.estimate, ({ params }) => estimateDistribution(app, params.distributionId))
  serve(standaloneSender.config, ({ body: { delayBetweenBatches, ...terms } }) =>
    configureSender(app, 'standalone', { ...terms, delayMs: delayBetweenBatches }),
  )
  serve(standaloneSender.upload, async ({ readFile }) =>
    importDistribution(app, await readFile(MAX_DISTRIBUTION_FILE_BYTES)),
  )
  serve(standaloneSender.start, ({ params }) => startDistribution(app, params.distributionId))
  serve(standaloneSender.stop, ({ params }) => stopDistribution(app, params.distributionId))
}
