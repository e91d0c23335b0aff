import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Portal } from '#app/app-context.ts'
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

/** The sending wallet and its runs over the queued claims. */
export function serveBulkSender(serve: Serve, portal: Portal): void {
  const { status, estimate, config, start, stop, runs, holds, settleHold: settle } = endpoints.bulkSender
  serveRecords(serve, portal, 'bulk')

  serve(status, () => bulkSenderStatus(portal))
  serve(estimate, () => estimateBulkSend(portal))
  serve(config, ({ body: { delayBetweenBatches, ...terms } }) =>
    configureSender(portal, 'bulk', { ...terms, delayMs: delayBetweenBatches }),
  )
  serve(start, () => startBulkSend(portal))
  serve(stop, () => stopBulkSend(portal))
  serve(runs, ({ query }) => listRuns(portal, query))
  serve(holds, async () => ({ holds: await listHolds(portal) }))
  serve(settle, ({ body }) => ok(settleHold(portal, body)))
}
