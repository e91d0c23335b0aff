import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits, sumAmounts } from '#domain/amounts.ts'
import { tallyOf } from './distribution-sums.ts'

/** Sums all distributions, in whole tokens. */
export async function standaloneStats({ store }: AppContext) {
  const [rows, sums, successfulTxns] = await Promise.all([
    store.distributions.list(),
    store.distributions.sums(),
    store.distributions.countTransactions(),
  ])
  const tallies = rows.map(({ id, mintDecimals }) => ({ ...tallyOf(id, sums), mintDecimals }))
  return {
    totalAmount: sumAmounts(rows.map((row) => formatDecimalUnits(row.totalBaseUnits, row.mintDecimals))),
    totalAmountSent: sumAmounts(
      tallies.map(({ paidBaseUnits, mintDecimals }) => formatDecimalUnits(paidBaseUnits, mintDecimals)),
    ),
    totalDistributions: rows.length,
    successfulTxns,
    successfulPayments: tallies.reduce((sum, { paid }) => sum + paid, 0),
  }
}
