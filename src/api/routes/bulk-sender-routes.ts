import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { bulkSenderStatus } from '#portal/bulk-sender-status.ts'
import { configureSender } from '#portal/configure-sender.ts'
import { estimateBulkSend } from '#portal/estimate-bulk-send.ts'
import { listHolds } from '#portal/list-holds.ts'
import { listRuns } from '#portal/list-runs.ts'
import type { Portal } from '#portal/portal.ts'
import { settleHold } from '#portal/settle-hold.ts'
import { startBulkSend } from '#portal/start-bulk-send.ts'
import { stopBulkSend } from '#portal/stop-bulk-send.ts'
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
