import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { bulkSenderStatus } from '#app/payouts/bulk-sender-status.ts'
import { estimateBulkSend } from '#app/payouts/estimate-bulk-send.ts'
import { listHolds } from '#app/payouts/list-holds.ts'
import { listRuns } from '#app/payouts/list-runs.ts'
import { settleHold } from '#app/payouts/settle-hold.ts'
import { startBulkSend } from '#app/payouts/start-bulk-send.ts'
import { stopBulkSend } from '#app/payouts/stop-bulk-send.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { ok } from './ok.ts'
import { serveRecords } from './records-routes.ts'

/** Serves the sending wallet and its runs over the queued claims. */
export function serveBulkSender(serve: Serve, app: AppContext): void {
  const { status, estimate, config, start, stop, runs, holds, settleHold: settle } = endpoints.bulkSender
  serveRecords(serve, app, 'bulk')

  serve(status, () => bulkSenderStatus(app))
  serve(estimate, () => estimateBulkSend(app))
  serve(config, ({ body: { delayBetweenBatches, ...terms } }) =>
    configureSender(app, 'bulk', { ...terms, delayMs: delayBetweenBatches }),
  )
  serve(start, () => startBulkSend(app))
  serve(stop, () => stopBulkSend(app))
  serve(runs, ({ query }) => listRuns(app, query))
  serve(holds, async () => ({ holds: await listHolds(app) }))
  serve(settle, ({ body }) => ok(settleHold(app, body)))
}
