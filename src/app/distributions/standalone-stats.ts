import type { AppContext } from '#app/app-context.ts'
import { sumAmounts } from '#domain/amounts.ts'
import { listDistributions } from './list-distributions.ts'

/** Sums all distributions, in whole tokens. */
export async function standaloneStats(app: AppContext) {
  const distributions = await listDistributions(app)
  return {
    totalAmount: sumAmounts(distributions.map(({ totalAmount }) => totalAmount)),
    totalAmountSent: sumAmounts(distributions.map(({ totalAmountSent }) => totalAmountSent)),
    totalDistributions: distributions.length,
    successfulTxns: distributions.reduce((sum, { successfulTxns }) => sum + successfulTxns, 0),
  }
}
