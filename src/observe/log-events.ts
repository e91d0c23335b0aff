import type { Observe, PortalEvent } from '#domain/portal-event.ts'

/** Where lines go: pino's methods. */
type EventLog = Record<'info' | 'warn' | 'error', (fields: object, words: string) => void>

type Level = keyof EventLog

/** The words and the level of each event. A person has to look at a warning soon, and at an error now. */
export const EVENT_LINES: Record<PortalEvent['event'], readonly [level: Level, words: string]> = {
  run_created: ['info', 'a run was created'],
  run_taken_up: ['info', 'a run was taken up'],
  run_waiting: ['warn', 'a run waits'],
  run_going_on: ['info', 'a run goes on'],
  run_stop_asked: ['info', 'a run was asked to stop'],
  run_stopped: ['info', 'a run was stopped'],
  run_completed: ['info', 'a run was completed'],
  run_failed: ['error', 'a run failed'],
  lease_taken: ['info', "a wallet's lease was taken"],
  lease_lost: ['warn', "a wallet's lease was lost"],
  lease_given_back: ['info', "a wallet's lease was given back"],
  slot_length_untold: ['info', 'a node does not tell how long its slots are'],
  batch_signed: ['info', 'a batch was signed'],
  transaction_signed: ['info', 'a transaction was signed'],
  transaction_sent: ['info', 'a transaction was sent'],
  transaction_confirmed: ['info', 'a transaction was confirmed'],
  transaction_held: ['error', 'a transaction is on hold'],
  transaction_paid: ['info', 'a transaction paid'],
  transaction_failed: ['warn', 'a transaction failed on the chain'],
  transaction_expired: ['info', 'a transaction expired'],
  payment_held: ['error', 'a payment is on hold'],
  payment_failed: ['warn', 'a payment can not be made'],
  hold_settled: ['warn', 'a transaction on hold was settled by an operator'],
  claim_marked_sent: ['warn', 'a claim was marked sent'],
  claim_rejected: ['warn', 'a claim was rejected'],
  claim_rejection_undone: ['warn', 'the rejection of a claim was undone'],
  claim_controls_changed: ['info', 'the claim window, the pause or the banner was changed'],
  deny_list_changed: ['warn', 'the deny list was changed'],
  claims_reset: ['warn', 'all claims were deleted'],
  payments_taken_over: ['warn', 'payments were taken over from the chain'],
  continued_without: ['warn', 'a wallet pays on without payments that the chain shows'],
  transaction_acknowledged: ['info', 'a transaction was acknowledged'],
  sender_configured: ['warn', 'a sender was configured'],
  list_published: ['info', 'a holder list was published'],
  distribution_published: ['info', 'a distribution was published'],
  distribution_deleted: ['warn', 'a distribution was deleted'],
  signed_in: ['info', 'an operator signed in'],
  signed_out: ['info', 'an operator signed out'],
  signed_out_everywhere: ['warn', 'every session was ended'],
  sign_in_failed: ['warn', 'a sign-in failed'],
  sign_in_throttled: ['warn', 'sign-ins are throttled'],
  operation_refused: ['info', 'an operation was refused'],
  alert_sent: ['info', 'an alert was sent'],
  alert_failed: ['error', 'an alert could not be sent'],
  claim_accepted: ['info', 'a claim was accepted'],
  claim_corrected: ['info', 'a claim was corrected'],
}

/**
 * Writes one line for each event, with the id of the request that caused it, where one did. A claim's line has none: the request's own
 * line has the visitor's address.
 */
export function logEvents(log: EventLog, currentRequestId: () => string | undefined): Observe {
  return (event) => {
    const [level, words] = EVENT_LINES[event.event]
    const isClaimants = event.event === 'claim_accepted' || event.event === 'claim_corrected'
    const requestId = isClaimants ? undefined : currentRequestId()
    log[level]({ ...event, ...(requestId !== undefined && { requestId }) }, words)
  }
}
