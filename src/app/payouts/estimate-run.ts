import type { AppContext } from '#app/app-context.ts'
import { askingCluster } from '#app/senders/sender-cluster.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { inSol } from '#domain/lamports.ts'
import type { PayoutSource } from '#domain/payout-source.ts'
import { NO_LIMITS, type RunLimits } from '#domain/run-limits.ts'
import type { Sender } from '#domain/sender.ts'
import { coverageOf } from '#payout/coverage.ts'
import { owedPayments } from '#payout/owed-payments.ts'
import { type PayoutPlan, planPayout } from '#payout/plan-payout.ts'
import { describePlan } from './describe-plan.ts'
import { sourceTerms } from './source-terms.ts'
import { readLimit, type StartTerms } from './start-terms.ts'

/**
 * Estimates the cost and duration of a run over a source, by the first of its sender's nodes that answers. Where a limit is given, of
 * what it takes; where the balances do not suffice for queued claims, also how many they suffice for. Throws what its sender throws (see
 * source-terms.ts), cluster_changed or rpc_unreachable.
 */
export async function estimateRun(app: AppContext, source: PayoutSource, limit: StartTerms['limit'] = {}) {
  const { store, payouts, recipients } = app
  const terms = sourceTerms(app, source)
  const sender = await terms.sender()
  const limits = { ...NO_LIMITS, ...readLimit(sender, limit) }
  const isLimited = limits.maxPayments !== null || limits.maxBaseUnits !== null
  const acceptedBy = terms.acceptedBy(app.now())
  const owed = (within: RunLimits | null) =>
    owedPayments(store, source, sender.mintDecimals, acceptedBy, within)
  const plan = await askingCluster(() =>
    payouts
      .readerOf(sender)
      .readSurely((rpc) => planPayout({ store, rpc, recipients }, sender, owed(isLimited ? limits : null))),
  )
  const described = describePlan(plan)
  const isShort = source.kind === 'claims' && !described.sufficient
  return { ...described, covers: isShort ? await describeCoverage(app, sender, plan, owed(limits)) : null }
}

/** Describes the payments that the balances suffice for, and what the others need. */
async function describeCoverage(
  { recipients }: AppContext,
  { genesisHash }: Sender,
  plan: PayoutPlan,
  payments: ReturnType<typeof owedPayments>,
) {
  const { estimate, mint } = plan
  const scope = { genesisHash, mint }
  const covered = await coverageOf(plan, payments, (wallet) => recipients.find(scope, wallet))
  const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, mint.decimals)
  return {
    claimCount: covered.payments,
    amountUA: inTokens(covered.baseUnits),
    feeSOL: inSol(covered.lamports),
    rest: {
      claimCount: estimate.transferCount - covered.payments,
      amountUA: inTokens(atLeastZero(estimate.neededBaseUnits - covered.baseUnits)),
      feeSOL: inSol(atLeastZero(estimate.feeLamports + estimate.rentLamports - covered.lamports)),
    },
  }
}

function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n
}
