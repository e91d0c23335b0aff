import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import type { Payout } from '#web/admin/payout/payout.ts'
import { refreshBulkSender } from '#web/admin/queries.ts'
import { actionFailure } from '#web/admin/sending/action-failure.ts'

/** The payout of the queued claims. */
export const CLAIMS_PAYOUT: Payout = {
  name: 'Bulk Send',
  start: () => adminSend(endpoints.bulkSender.start),
  stop: () => adminSend(endpoints.bulkSender.stop),
  failure: actionFailure,
  refresh: refreshBulkSender,
}
