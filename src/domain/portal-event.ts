import type { SenderKind } from './sender.ts'

/** The debt that a transfer pays: a claim's, or a distribution's row. */
export interface PaymentIds {
  transferId: number
  claimId?: string
  distributionId?: string
  rowNumber?: number
}

type RunEvent =
  | { event: 'run_created'; runId: number; sender: SenderKind; wallet: string; distributionId: string | null }
  /** A server has the lease of its wallet, and begins with it or goes on with it. */
  | { event: 'run_taken_up'; runId: number; wallet: string; fence: number }
  | { event: 'run_waiting'; runId: number; reason: string }
  | { event: 'run_going_on'; runId: number }
  | { event: 'run_stop_asked'; runId: number }
  | { event: 'run_stopped' | 'run_completed' | 'run_failed'; runId: number; reason: string | null }

/** A node does not tell how long its slots are: a length is assumed until other answers show it. */
type NodeEvent = { event: 'slot_length_untold'; node: string; assumedMs: number }

type LeaseEvent = {
  event: 'lease_taken' | 'lease_lost' | 'lease_given_back'
  runId: number
  wallet: string
  fence: number
}

type TransactionEvent =
  | { event: 'batch_signed'; runId: number; fence: number; transactions: number; payments: number }
  | {
      event: 'transaction_signed'
      runId: number
      attemptId: string
      transaction: string
      /** A marker pays nobody. */
      payments: PaymentIds[]
    }
  /** `note`: what the node said, where it did not take it. It may land all the same. */
  | { event: 'transaction_sent'; attemptId: string; note: string | null }
  | { event: 'transaction_confirmed'; attemptId: string }
  | { event: 'transaction_held'; attemptId: string; reason: string }
  | { event: 'transaction_paid'; runId: number; attemptId: string; transaction: string; slot: number }
  | {
      event: 'transaction_failed'
      runId: number
      attemptId: string
      transaction: string
      slot: number
      reason: string
    }
  | {
      event: 'transaction_expired'
      runId: number
      attemptId: string
      transaction: string
      reason: string
    }
  /** Nothing was signed for it. */
  | ({ event: 'payment_held' | 'payment_failed'; reason: string } & PaymentIds)

type OperatorEvent =
  | {
      event: 'hold_settled'
      runId: number
      attemptId: string
      as: 'paid' | 'expired'
      /** The transaction that paid; the attempt's own, where it expired. */
      transaction: string
    }
  | { event: 'claim_marked_sent'; claimId: string; transaction: string; forced: boolean }
  | { event: 'claim_rejected' | 'claim_rejection_undone'; claimId: string }
  | { event: 'claims_reset'; deleted: number }
  | { event: 'claim_controls_changed'; changed: string[]; isPaused?: boolean }
  | { event: 'deny_list_changed'; added: number; removed: number }
  | { event: 'payments_taken_over'; wallet: string; payments: number; claims: number }
  | { event: 'continued_without'; wallet: string; transactions: number }
  | { event: 'transaction_acknowledged'; transaction: string }
  | {
      event: 'sender_configured'
      sender: SenderKind
      wallet: string
      mint: string
      genesisHash: string
      /** Their origins alone. */
      nodes: string[]
      batchSize: number
      delayMs: number
      priorityFeeCap: number
    }
  | { event: 'list_published'; snapshotId: number; addresses: number; fileHash: string }
  | { event: 'distribution_published'; distributionId: string; rows: number; fileHash: string }
  | { event: 'distribution_deleted'; distributionId: string }

type SessionEvent = {
  event: 'signed_in' | 'signed_out' | 'signed_out_everywhere' | 'sign_in_failed' | 'sign_in_throttled'
}

/** A request that was to change something and was answered with an error. */
interface RefusedEvent {
  event: 'operation_refused'
  /** The endpoint's path. */
  operation: string
  code: string
}

type AlertEvent =
  | { event: 'alert_sent'; condition: string; phase: 'begun' | 'over' | 'done'; target: string }
  | {
      event: 'alert_failed'
      condition: string
      phase: 'begun' | 'over' | 'done'
      target: string
      reason: string
    }

/**
 * The catalogue of what is told to the log, the metrics and the alerts. No event holds a key, a URL beyond its origin, a claimant's
 * address or a visitor's.
 */
export type PortalEvent =
  | RunEvent
  | LeaseEvent
  | NodeEvent
  | TransactionEvent
  | OperatorEvent
  | SessionEvent
  | RefusedEvent
  | AlertEvent
  | { event: 'claim_accepted' | 'claim_corrected'; claimId: string }

/** Receives events after they happened. Nobody waits for it, and it never throws. */
export type Observe = (event: PortalEvent) => void

/** For whom nobody looks on. */
export const unobserved: Observe = () => {}

/** Tells each observer of every event. One that throws changes nothing: neither for what is observed nor for the others. */
export function joinObservers(observers: readonly Observe[], onFault: (error: unknown) => void): Observe {
  return (event: PortalEvent) => {
    for (const observe of observers) {
      try {
        observe(event)
      } catch (error) {
        tellFault(onFault, error)
      }
    }
  }
}

function tellFault(onFault: (error: unknown) => void, error: unknown): void {
  try {
    onFault(error)
  } catch {
    // Nobody is left to be told.
  }
}
