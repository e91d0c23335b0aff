import { originOf } from '#api/client-of.ts'
import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { importDistribution, MAX_DISTRIBUTION_FILE_BYTES } from '#app/distributions/import-distribution.ts'
import {
  deleteDistribution,
  distributionProgress,
  distributionResult,
  listDistributions,
  standaloneStats,
} from '#app/distributions/list-distributions.ts'
import { listRepeatedRows } from '#app/distributions/repeated-rows.ts'
import { estimateRun } from '#app/payouts/estimate-run.ts'
import { listHolds, settleHold } from '#app/payouts/holds.ts'
import { listRuns } from '#app/payouts/runs.ts'
import {
  acknowledgeTransaction,
  anchorNow,
  continueWithout,
  reconcileSender,
  takeOver,
} from '#app/payouts/sender-records.ts'
import { bulkSenderStatus, standaloneSenderStatus } from '#app/payouts/sender-status.ts'
import { startPayout, stopPayout } from '#app/payouts/start-payout.ts'
import { describeToken } from '#app/payouts/token-names.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { CLAIMS, sourceOf } from '#domain/payout-source.ts'

/** Serves the sending wallet and its runs over the queued claims. */
export function serveBulkSender(serve: Serve, app: AppContext): void {
  const {
    status,
    estimate,
    estimateSelected,
    start,
    stop,
    runs,
    holds,
    settleHold: settle,
  } = endpoints.bulkSender
  serveSender(serve, app, 'bulk')

  serve(status, () => bulkSenderStatus(app))
  serve(estimate, ({ query: { canary, ...limit } }) => estimateRun(app, CLAIMS, { limit, canary }))
  serve(estimateSelected, ({ body }) => estimateRun(app, CLAIMS, body))
  serve(start, ({ body, headers }) => startPayout(app, CLAIMS, body ?? {}, headers['idempotency-key']))
  serve(stop, () => stopPayout(app, CLAIMS))
  serve(runs, ({ query }) => listRuns(app, query))
  serve(holds, ({ query }) => listHolds(app, query))
  serve(settle, ({ body }) => ok(settleHold(app, body)))
}

/** Serves the sender of spreadsheets: its wallet, its files, and their payments. */
export function serveStandaloneSender(serve: Serve, app: AppContext): void {
  const { standaloneSender } = endpoints
  serveSender(serve, app, 'standalone')

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

/** Serves a sender's configuration, the comparison of its records with the chain, and the actions where they differ. */
function serveSender(serve: Serve, app: AppContext, kind: 'bulk' | 'standalone'): void {
  const sender = kind === 'bulk' ? endpoints.bulkSender : endpoints.standaloneSender

  serve(sender.config, ({ body: { delayBetweenBatches, password, ...terms }, request }) =>
    configureSender(app, kind, {
      ...terms,
      delayMs: delayBetweenBatches,
      ...(password !== undefined && { confirmedBy: { password, ...originOf(request, app.settings) } }),
    }),
  )
  serve(sender.token, () => describeToken(app, kind))
  serve(sender.reconcile, () => reconcileSender(app, kind))
  serve(sender.acknowledge, ({ body }) => ok(acknowledgeTransaction(app, kind, body)))
  serve(sender.takeOver, () => takeOver(app, kind))
  serve(sender.anchorNow, ({ body }) => ok(anchorNow(app, kind, body.confirm)))
  serve(sender.continueWithout, ({ body }) => continueWithout(app, kind, body.confirm))
}
