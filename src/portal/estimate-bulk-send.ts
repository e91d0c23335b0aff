import { formatDecimalUnits } from '#domain/amounts.ts'
import { inSol } from '#domain/lamports.ts'
import { PortalError } from '#domain/portal-error.ts'
import { queuedPayments } from '#payout/estimate-payout.ts'
import { planPayout } from '#portal/plan-payout.ts'
import type { Portal } from '#portal/portal.ts'

/** What a bulk send of the queued claims will cost and how long it will take. Throws sender_not_configured. */
export async function estimateBulkSend(portal: Portal) {
  const { store } = portal
  const sender = await store.senders.find('bulk')
  if (!sender) throw new PortalError('sender_not_configured')
  const { estimate, mint } = await planPayout(portal, sender, (decimals) =>
    queuedPayments(store.claims, decimals),
  )
  return {
    claimCount: estimate.transferCount,
    totalFeeSOL: inSol(estimate.feeLamports + estimate.rentLamports),
    transactionFeeSOL: inSol(estimate.feeLamports),
    rentSOL: inSol(estimate.rentLamports),
    newTokenAccounts: estimate.newTokenAccounts,
    transactions: estimate.transactions,
    totalAmountUA: formatDecimalUnits(estimate.totalBaseUnits, mint.decimals),
    dustUA: estimate.dustUA,
    estimatedDuration: Math.ceil(estimate.durationMs / 1000),
  }
}
