import { ApiError } from '#web/lib/api-client.ts'

const BY_STATUS: Partial<Record<number, string>> = {
  409: 'You have already submitted a claim for this address',
  403: 'No allocation found for this address',
  400: 'Invalid claim data or signature verification failed',
}

/** Codes whose own sentence says it, where the sentence of their status would not be true. */
const SPEAK_FOR_THEMSELVES = ['claims_closed', 'claims_not_open', 'sol_off_curve_unconfirmed']

/** What the toast titled "Submission Failed" says. */
export function submissionErrorText(error: Error): string {
  if (error instanceof ApiError) {
    const { response } = error
    if (response && SPEAK_FOR_THEMSELVES.includes(response.code)) return response.error
    return BY_STATUS[error.status] ?? 'Failed to submit claim'
  }
  return error.message.includes('User rejected') ? 'Signature request was rejected' : 'Failed to submit claim'
}
