import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import { queuedPayments } from '#payout/estimate-payout.ts'
import { planPayout } from '#portal/plan-payout.ts'
import type { Portal } from '#portal/portal.ts'

const SOL_DECIMALS = 9

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
    totalFeeSOL: formatDecimalUnits(estimate.feeLamports + estimate.rentLamports, SOL_DECIMALS),
    transactionFeeSOL: formatDecimalUnits(estimate.feeLamports, SOL_DECIMALS),
    rentSOL: formatDecimalUnits(estimate.rentLamports, SOL_DECIMALS),
    newTokenAccounts: estimate.newTokenAccounts,
    transactions: estimate.transactions,
    totalAmountUA: formatDecimalUnits(estimate.totalBaseUnits, mint.decimals),
    dustUA: estimate.dustUA,
    estimatedDuration: Math.ceil(estimate.durationMs / 1000),
  }
}
