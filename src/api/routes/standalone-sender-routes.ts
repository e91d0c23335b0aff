import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { configureSender } from '#portal/configure-sender.ts'
import { distributionProgress } from '#portal/distribution-progress.ts'
import { distributionResult } from '#portal/distribution-result.ts'
import { estimateDistribution } from '#portal/estimate-distribution.ts'
import { importDistribution, MAX_DISTRIBUTION_FILE_BYTES } from '#portal/import-distribution.ts'
import { listDistributions } from '#portal/list-distributions.ts'
import type { Portal } from '#portal/portal.ts'
import { standaloneStats } from '#portal/standalone-stats.ts'
import { standaloneStatus } from '#portal/standalone-status.ts'
import { startDistribution } from '#portal/start-distribution.ts'
import { stopDistribution } from '#portal/stop-distribution.ts'
import { serveRecords } from './records-routes.ts'

/** The sender of spreadsheets: its wallet, the files, and what became of them. */
export function serveStandaloneSender(serve: Serve, portal: Portal): void {
  const { standaloneSender } = endpoints
  serveRecords(serve, portal, 'standalone')

  serve(standaloneSender.status, () => standaloneStatus(portal))
  serve(standaloneSender.distributions, async () => ({ distributions: await listDistributions(portal) }))
  serve(standaloneSender.stats, () => standaloneStats(portal))
  serve(standaloneSender.progress, ({ params }) => distributionProgress(portal, params.distributionId))
  serve(standaloneSender.result, ({ params }) => distributionResult(portal, params.distributionId))
  serve(standaloneSender.estimate, ({ params }) => estimateDistribution(portal, params.distributionId))
  serve(standaloneSender.config, ({ body: { delayBetweenBatches, ...terms } }) =>
    configureSender(portal, 'standalone', { ...terms, delayMs: delayBetweenBatches }),
  )
  serve(standaloneSender.upload, async ({ readFile }) =>
    importDistribution(portal, await readFile(MAX_DISTRIBUTION_FILE_BYTES)),
  )
  serve(standaloneSender.start, ({ params }) => startDistribution(portal, params.distributionId))
  serve(standaloneSender.stop, ({ params }) => stopDistribution(portal, params.distributionId))
}
