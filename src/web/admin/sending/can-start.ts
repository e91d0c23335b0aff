import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'

/** Whether nothing is known to be in the way of a run. Without an estimate the server is left to say. */
export function canStart(estimate: BulkSenderEstimateResponse | undefined): boolean {
  return !estimate || (estimate.sufficient && estimate.refusal === null)
}
