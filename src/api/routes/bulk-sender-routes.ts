import { originOf } from '#api/device-cookie.ts'
import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { estimateRun } from '#app/payouts/estimate-run.ts'
import { listHolds } from '#app/payouts/list-holds.ts'
import { listRuns } from '#app/payouts/list-runs.ts'
import { bulkSenderStatus } from '#app/payouts/sender-status.ts'
import { settleHold } from '#app/payouts/settle-hold.ts'
import { startPayout } from '#app/payouts/start-payout.ts'
import { stopPayout } from '#app/payouts/stop-payout.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { CLAIMS } from '#domain/payout-source.ts'
import { serveRecords } from './records-routes.ts'

/** Serves the sending wallet and its runs over the queued claims. */
export function serveBulkSender(serve: Serve, app: AppContext): void {
  const { status, estimate, config, start, stop, runs, holds, settleHold: settle } = endpoints.bulkSender
  serveRecords(serve, app, 'bulk')

  serve(status, () => bulkSenderStatus(app))
  serve(estimate, ({ query }) => estimateRun(app, CLAIMS, { limit: query }))
  serve(config, ({ body: { delayBetweenBatches, password, ...terms }, request }) =>
    configureSender(app, 'bulk', {
      ...terms,
      delayMs: delayBetweenBatches,
      ...(password !== undefined && { confirmedBy: { password, ...originOf(request, app.settings) } }),
    }),
  )
  serve(start, ({ body, headers }) => startPayout(app, CLAIMS, body ?? {}, headers['idempotency-key']))
  serve(stop, () => stopPayout(app, CLAIMS))
  serve(runs, ({ query }) => listRuns(app, query))
  serve(holds, ({ query }) => listHolds(app, query))
  serve(settle, ({ body }) => ok(settleHold(app, body)))
}
