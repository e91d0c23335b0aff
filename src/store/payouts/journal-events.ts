import type { PaymentCaps } from '#domain/payment-caps.ts'
import type { Observe, PaymentIds } from '#domain/portal-event.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database } from '#store/database/database.ts'
import { createTakeOverStore } from '#store/records/take-overs.ts'
import { createJournal, type Journal, type JournaledAttempt, type PlannedAttempt } from './journal.ts'
import { createUnsentTransferStore, paymentIds } from './unsent-transfers.ts'

/**
 * Creates the journal, which tells of each transaction as it is signed, sent and ended, once that is committed. The writes themselves
 * stand alone in journal.ts.
 */
export function createToldJournal(
  database: Database,
  seals: RecordSeal,
  observe: Observe,
  caps: PaymentCaps,
): Journal {
  const journal = { ...createJournal(database, seals, caps), ...createUnsentTransferStore(database, observe) }
  const open = new OpenPayments()
  /** The last mark of each unresolved attempt: a node that refuses the same bytes every two seconds is told of once. */
  const marks = new Map<string, string>()

  const ended = (attempt: JournaledAttempt) => {
    marks.delete(attempt.id)
    return { runId: attempt.runId, attemptId: attempt.id, transaction: attempt.signature }
  }

  return {
    ...journal,

    async nextTransfers(runId, limit) {
      const transfers = await journal.nextTransfers(runId, limit)
      open.remember(runId, transfers)
      return transfers
    },

    async write(lease, runId, planned) {
      const journaled = await journal.write(lease, runId, planned)
      const payments = planned.reduce((sum, { transfers }) => sum + transfers.length, 0)
      if (payments > 0)
        observe({
          event: 'batch_signed',
          runId,
          fence: lease.fence,
          transactions: planned.length,
          payments,
        })
      for (const plan of planned) observe(signedEvent(runId, plan, open))
      return journaled
    },

    async mark(attemptIds, state, note) {
      await journal.mark(attemptIds, state, note)
      const mark = `${state} ${note}`
      for (const attemptId of attemptIds) {
        if (marks.get(attemptId) === mark) continue
        marks.set(attemptId, mark)
        if (state === 'broadcast') observe({ event: 'transaction_sent', attemptId, note })
        else observe({ event: 'transaction_confirmed', attemptId })
      }
    },

    async hold(attemptId, reason, nowMs) {
      await journal.hold(attemptId, reason, nowMs)
      observe({ event: 'transaction_held', attemptId, reason })
    },

    async settlePaid(paid, nowMs) {
      await journal.settlePaid(paid, nowMs)
      for (const { attempt, slot } of paid) observe({ event: 'transaction_paid', ...ended(attempt), slot })
    },

    async settleFailed(attempt, failure, settlement) {
      await journal.settleFailed(attempt, failure, settlement)
      const { reason } = failure
      observe({ event: 'transaction_failed', ...ended(attempt), slot: settlement.slot, reason })
    },

    async settleExpired(attempt, reason, nowMs) {
      await journal.settleExpired(attempt, reason, nowMs)
      observe({ event: 'transaction_expired', ...ended(attempt), reason })
    },

    async settleHeld(attempt, as, action) {
      await journal.settleHeld(attempt, as, action)
      const settled = ended(attempt)
      const transaction = (as.kind === 'paid' ? as.signature : undefined) ?? settled.transaction
      observe({ event: 'hold_settled', ...settled, as: as.kind, transaction })
    },
  }
}

function signedEvent(runId: number, { attempt, transfers }: PlannedAttempt, open: OpenPayments) {
  return {
    event: 'transaction_signed' as const,
    runId,
    attemptId: attempt.id,
    transaction: attempt.signature,
    payments: transfers.map(({ id }) => open.of(id)),
  }
}

/** Knows which payments the transfers are that a run read last: it signs none but those. */
class OpenPayments {
  readonly #byRun = new Map<number, Map<number, PaymentIds>>()

  remember(runId: number, transfers: readonly Transfer[]): void {
    if (transfers.length === 0) this.#byRun.delete(runId)
    else this.#byRun.set(runId, new Map(transfers.map((transfer) => [transfer.id, paymentIds(transfer)])))
  }

  of(transferId: number): PaymentIds {
    for (const payments of this.#byRun.values()) {
      const known = payments.get(transferId)
      if (known) return known
    }
    return { transferId }
  }
}

/** Creates the store of take-overs, which tells of each once it is committed. */
export function createToldTakeOverStore(
  database: Database,
  seals: RecordSeal,
  observe: Observe,
): ReturnType<typeof createTakeOverStore> {
  const takeOvers = createTakeOverStore(database, seals)
  return {
    ...takeOvers,
    async record(wallet, found, debts, nowMs) {
      const outcome = await takeOvers.record(wallet, found, debts, nowMs)
      if (outcome === 'run_in_progress') return outcome
      const { payments, claims } = outcome
      observe({ event: 'payments_taken_over', wallet: wallet.walletAddress, payments, claims })
      return outcome
    },
  }
}
