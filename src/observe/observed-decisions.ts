import type { Observe } from '#domain/portal-event.ts'
import type { Store } from '#store/store.ts'

type Decisions = Pick<Store, 'claimDecisions' | 'takeOvers' | 'acknowledgements'>

/** Returns the stores of operators' decisions such that they tell of those that were carried out. */
export function observedDecisions(
  { claimDecisions, takeOvers, acknowledgements }: Decisions,
  observe: Observe,
): Decisions {
  return {
    claimDecisions: {
      ...claimDecisions,
      async markSent(claimId, payment, action, options) {
        const outcome = await claimDecisions.markSent(claimId, payment, action, options)
        const forced = action.action === 'mark_sent_forced'
        if (outcome === 'done')
          observe({ event: 'claim_marked_sent', claimId, transaction: payment.paidTx, forced })
        return outcome
      },
      async reject(claimId, reason, action) {
        const outcome = await claimDecisions.reject(claimId, reason, action)
        if (outcome === 'done') observe({ event: 'claim_rejected', claimId })
        return outcome
      },
      async undoReject(claimId, genesisHash, action) {
        const outcome = await claimDecisions.undoReject(claimId, genesisHash, action)
        if (outcome === 'done') observe({ event: 'claim_rejection_undone', claimId })
        return outcome
      },
      async reset(action) {
        const outcome = await claimDecisions.reset(action)
        if (typeof outcome === 'object') observe({ event: 'claims_reset', deleted: outcome.deleted })
        return outcome
      },
    },
    takeOvers: {
      ...takeOvers,
      async record(wallet, found, debts, nowMs) {
        const outcome = await takeOvers.record(wallet, found, debts, nowMs)
        if (outcome === 'run_in_progress') return outcome
        const { payments, claims } = outcome
        observe({ event: 'payments_taken_over', wallet: wallet.walletAddress, payments, claims })
        return outcome
      },
    },
    acknowledgements: {
      ...acknowledgements,
      async record(acknowledgement, action) {
        await acknowledgements.record(acknowledgement, action)
        observe({ event: 'transaction_acknowledged', transaction: acknowledgement.signature })
      },
      async continueWithout(wallet, given, action) {
        const outcome = await acknowledgements.continueWithout(wallet, given, action)
        if (outcome === 'done')
          observe({
            event: 'continued_without',
            wallet: wallet.walletAddress,
            transactions: given.length,
          })
        return outcome
      },
    },
  }
}
