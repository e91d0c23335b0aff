import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { deleteDistribution } from '#app/distributions/delete-distribution.ts'
import { distributionProgress } from '#app/distributions/distribution-progress.ts'
import { distributionResult } from '#app/distributions/distribution-result.ts'
import { importDistribution, MAX_DISTRIBUTION_FILE_BYTES } from '#app/distributions/import-distribution.ts'
import { listDistributions } from '#app/distributions/list-distributions.ts'
import { standaloneStats } from '#app/distributions/standalone-stats.ts'
import { estimateRun } from '#app/payouts/estimate-run.ts'
import { senderStatus } from '#app/payouts/sender-status.ts'
import { startPayout } from '#app/payouts/start-payout.ts'
import { stopPayout } from '#app/payouts/stop-payout.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { sourceOf } from '#domain/payout-source.ts'
import { ok } from './ok.ts'
import { serveRecords } from './records-routes.ts'

/** Serves the sender of spreadsheets: its wallet, its files, and their payments. */
export function serveStandaloneSender(serve: Serve, app: AppContext): void {
  const { standaloneSender } = endpoints
  serveRecords(serve, app, 'standalone')

  serve(standaloneSender.status, () => senderStatus(app, 'standalone'))
  serve(standaloneSender.distributions, async () => ({ distributions: await listDistributions(app) }))
  serve(standaloneSender.stats, () => standaloneStats(app))
  serve(standaloneSender.progress, ({ params }) => distributionProgress(app, params.distributionId))
  serve(standaloneSender.result, ({ params }) => distributionResult(app, params.distributionId))
  serve(standaloneSender.estimate, ({ params }) => estimateRun(app, sourceOf(params)))
  serve(standaloneSender.config, ({ body: { delayBetweenBatches, ...terms } }) =>
    configureSender(app, 'standalone', { ...terms, delayMs: delayBetweenBatches }),
  )
  serve(standaloneSender.upload, async ({ readFile, query }) => {
    await using file = await readFile(MAX_DISTRIBUTION_FILE_BYTES)
    return await importDistribution(app, file, query)
  })
  serve(standaloneSender.start, ({ params, body }) => startPayout(app, sourceOf(params), body ?? {}))
  serve(standaloneSender.remove, ({ params }) => ok(deleteDistribution(app, params.distributionId)))
  serve(standaloneSender.stop, ({ params }) => stopPayout(app, sourceOf(params)))
}
