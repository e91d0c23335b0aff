import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import type { AppContext } from '#app/app-context.ts'
import { withoutRepeats } from '#app/distributions/repeated-rows.ts'
import { askingCluster } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits, inSol } from '#domain/amounts.ts'
import type { PayoutSource } from '#domain/payout-source.ts'
import type { RunLimits } from '#domain/run-limits.ts'
import type { Sender } from '#domain/sender.ts'
import { owedPayments } from '#payout/owed-payments.ts'
import { payerOf } from '#payout/paying-account.ts'
import { coverageOf, type PayoutPlan, planPayout } from '#payout/plan-payout.ts'
import { type Approval, approvalTransaction } from '#solana/approval.ts'
import { createPaymentAuthorization } from './payment-authorization.ts'
import { sourceTerms } from './source-terms.ts'
import { isUnlimited, readStart, type StartTerms } from './start-terms.ts'

/**
 * Estimates the cost and duration of a run over a source on the terms of a start, by the first of its sender's nodes that answers. Where
 * the balances do not suffice for queued claims, it tells also how many they suffice for. Throws what its sender throws (see
 * source-terms.ts), what the terms throw (see start-terms.ts), cluster_changed or rpc_unreachable.
 */
export async function estimateRun(app: AppContext, source: PayoutSource, asked: StartTerms = {}) {
  const { store, payouts, recipients } = app
  const terms = sourceTerms(app, source)
  const sender = await terms.sender()
  const start = await readStart(app, sender, asked)
  const acceptedBy = terms.acceptedBy(app.now())
  const authorization = createPaymentAuthorization(app)
  const owed = (within: RunLimits | null) => {
    const payments = owedPayments({ store, authorization }, source, {
      token: sender,
      payer: payerOf(sender),
      acceptedBy,
      limits: within,
    })
    return start.leaveOutRepeats ? withoutRepeats(store, source, payments) : payments
  }
  const plan = await askingCluster(() => {
    const reader = payouts.readerOf(sender)
    const { slots } = reader
    return reader.readSurely((rpc) =>
      planPayout({ store, rpc, recipients, slots }, sender, owed(isUnlimited(start) ? null : start), start),
    )
  })
  const described = describePlan(plan)
  const isShort = source.kind === 'claims' && !described.sufficient
  return { ...described, covers: isShort ? await describeCoverage(app, sender, plan, owed(start)) : null }
}

/** Describes the payments that the balances suffice for, and what the others need. */
async function describeCoverage(
  { recipients }: AppContext,
  { genesisHash }: Sender,
  plan: PayoutPlan,
  payments: ReturnType<typeof owedPayments>,
): Promise<NonNullable<BulkSenderEstimateResponse['covers']>> {
  const { estimate, mint } = plan
  const scope = { genesisHash, mint }
  const covered = await coverageOf(plan, payments, (wallet) => recipients.find(scope, wallet))
  const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, mint.decimals)
  return {
    claimCount: covered.payments,
    amountUA: inTokens(covered.baseUnits),
    feeSOL: inSol(covered.lamports),
    rest: {
      claimCount: estimate.payableCount - covered.payable,
      amountUA: inTokens(atLeastZero(estimate.neededBaseUnits - covered.baseUnits)),
      feeSOL: inSol(atLeastZero(estimate.feeLamports + estimate.rentLamports - covered.lamports)),
    },
  }
}

function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n
}

/** Describes a run's estimated cost and duration, and the wallet's balances, in SOL and whole tokens. */
function describePlan(plan: PayoutPlan): Omit<BulkSenderEstimateResponse, 'covers'> {
  const { estimate, mint, neededLamports, walletLamports, funds, approval, blocker } = plan
  const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, mint.decimals)
  const missingLamports = atLeastZero(neededLamports - walletLamports)
  const missingBaseUnits = atLeastZero(estimate.neededBaseUnits - funds.spendableBaseUnits)
  return {
    claimCount: estimate.payableCount,
    totalFeeSOL: inSol(estimate.feeLamports + estimate.rentLamports),
    transactionFeeSOL: inSol(estimate.feeLamports),
    rentSOL: inSol(estimate.rentLamports),
    newTokenAccounts: estimate.newTokenAccounts,
    transactions: estimate.transactions,
    totalAmountUA: inTokens(estimate.neededBaseUnits),
    dustUA: estimate.dustUA,
    estimatedDuration: Math.ceil(estimate.durationMs / 1000),
    balances: {
      sol: inSol(walletLamports),
      neededSOL: inSol(neededLamports),
      keptSOL: inSol(estimate.keptLamports),
      missingSOL: inSol(missingLamports),
      token: inTokens(funds.spendableBaseUnits),
      heldUA: inTokens(funds.balanceBaseUnits),
      allowanceUA: funds.allowanceBaseUnits === null ? null : inTokens(funds.allowanceBaseUnits),
      neededUA: inTokens(estimate.neededBaseUnits),
      missingUA: inTokens(missingBaseUnits),
    },
    sufficient: missingLamports === 0n && missingBaseUnits === 0n,
    refusal: blocker?.message ?? null,
    approval: approval && describeApproval(approval),
    recipientsChecked: estimate.recipientsChecked,
    notLookedUp: estimate.notLookedUp,
    leftOut: estimate.leftOut,
    unpayableCount: estimate.unpayableCount,
    unpayable: estimate.unpayable,
  }
}

function describeApproval(approval: Approval): NonNullable<BulkSenderEstimateResponse['approval']> {
  const { baseUnits, decimals, ...accounts } = approval
  return {
    ...accounts,
    amountUA: formatDecimalUnits(baseUnits, decimals),
    baseUnits: String(baseUnits),
    decimals,
    transaction: approvalTransaction(approval),
  }
}
