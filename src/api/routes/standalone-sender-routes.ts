import { originOf } from '#api/device-cookie.ts'
import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { distributionResult } from '#app/distributions/distribution-result.ts'
import { importDistribution, MAX_DISTRIBUTION_FILE_BYTES } from '#app/distributions/import-distribution.ts'
import {
  deleteDistribution,
  distributionProgress,
  listDistributions,
  standaloneStats,
} from '#app/distributions/list-distributions.ts'
import { listRepeatedRows } from '#app/distributions/repeated-rows.ts'
import { estimateRun } from '#app/payouts/estimate-run.ts'
import { standaloneSenderStatus } from '#app/payouts/sender-status.ts'
import { startPayout } from '#app/payouts/start-payout.ts'
import { stopPayout } from '#app/payouts/stop-payout.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { sourceOf } from '#domain/payout-source.ts'
import { serveRecords } from './records-routes.ts'

/** Serves the sender of spreadsheets: its wallet, its files, and their payments. */
export function serveStandaloneSender(serve: Serve, app: AppContext): void {
  const { standaloneSender } = endpoints
  serveRecords(serve, app, 'standalone')

  serve(standaloneSender.status, () => standaloneSenderStatus(app))
  serve(standaloneSender.distributions, ({ query }) => listDistributions(app, query))
  serve(standaloneSender.stats, () => standaloneStats(app))
  serve(standaloneSender.progress, ({ params }) => distributionProgress(app, params.distributionId))
  serve(standaloneSender.result, ({ params }) => distributionResult(app, params.distributionId))
  serve(standaloneSender.repeatedRows, ({ params, query }) =>
    listRepeatedRows(app, params.distributionId, query),
  )
  serve(standaloneSender.estimate, ({ params, query }) =>
    estimateRun(app, sourceOf(params), { leaveOutRepeats: query.leaveOutRepeats === 'true' }),
  )
  serve(standaloneSender.config, ({ body: { delayBetweenBatches, password, ...terms }, request }) =>
    configureSender(app, 'standalone', {
      ...terms,
      delayMs: delayBetweenBatches,
      ...(password !== undefined && { confirmedBy: { password, ...originOf(request, app.settings) } }),
    }),
  )
  serve(standaloneSender.upload, async ({ readFile, query }) => {
    await using file = await readFile(MAX_DISTRIBUTION_FILE_BYTES)
    return await importDistribution(app, file, query)
  })
  serve(standaloneSender.start, ({ params, body, headers }) =>
    startPayout(app, sourceOf(params), body ?? {}, headers['idempotency-key']),
  )
  serve(standaloneSender.remove, ({ params }) => ok(deleteDistribution(app, params.distributionId)))
  serve(standaloneSender.stop, ({ params }) => stopPayout(app, sourceOf(params)))
}
