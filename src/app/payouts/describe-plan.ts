import { formatDecimalUnits } from '#domain/amounts.ts'
import { inSol } from '#domain/lamports.ts'
import type { PayoutPlan } from '#payout/plan-payout.ts'

/** The most unpayable recipients that are listed: more than a person reads. */
const MAX_LISTED = 100

/** Describes a run's estimated cost and duration, and the wallet's balances, in SOL and whole tokens. */
export function describePlan(plan: PayoutPlan) {
  const { estimate, mint, neededLamports, walletLamports, walletBaseUnits, blocker } = plan
  const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, mint.decimals)
  const missingLamports = missing(neededLamports, walletLamports)
  const missingBaseUnits = missing(estimate.neededBaseUnits, walletBaseUnits)
  return {
    claimCount: estimate.transferCount,
    totalFeeSOL: inSol(estimate.feeLamports + estimate.rentLamports),
    transactionFeeSOL: inSol(estimate.feeLamports),
    rentSOL: inSol(estimate.rentLamports),
    newTokenAccounts: estimate.newTokenAccounts,
    transactions: estimate.transactions,
    totalAmountUA: inTokens(estimate.totalBaseUnits),
    dustUA: estimate.dustUA,
    estimatedDuration: Math.ceil(estimate.durationMs / 1000),
    balances: {
      sol: inSol(walletLamports),
      neededSOL: inSol(neededLamports),
      keptSOL: inSol(estimate.keptLamports),
      missingSOL: inSol(missingLamports),
      token: inTokens(walletBaseUnits),
      neededUA: inTokens(estimate.neededBaseUnits),
      missingUA: inTokens(missingBaseUnits),
    },
    sufficient: missingLamports === 0n && missingBaseUnits === 0n,
    refusal: blocker?.message ?? null,
    recipientsChecked: estimate.recipientsChecked,
    unpayableCount: estimate.unpayable.length,
    unpayable: estimate.unpayable
      .slice(0, MAX_LISTED)
      .map(({ recipient, claimId, rowNumber, reason }) => ({ recipient, claimId, rowNumber, reason })),
  }
}

function missing(needed: bigint, available: bigint): bigint {
  return needed > available ? needed - available : 0n
}
