import type { AppContext } from '#app/app-context.ts'
import { askingCluster, configuredSender } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { SenderKind } from '#domain/sender.ts'
import { type NotedMovement, type PaymentSum, reconcile } from '#payout/records/reconcile.ts'

/**
 * Matches a sender's payments on the chain with the records. Amounts in whole tokens. They agree when there
 * is no difference and every other outflow is acknowledged. Throws sender_not_configured,
 * standalone_not_configured or rpc_unreachable.
 */
export async function reconcileSender(
  { store, payouts }: Pick<AppContext, 'store'> & { payouts: Pick<AppContext['payouts'], 'readerOf'> },
  kind: SenderKind,
  onProgress?: (read: number, of: number) => void,
) {
  const sender = await configuredSender(store, kind)
  const found = await askingCluster(() =>
    payouts.readerOf(sender).read((node) => reconcile(store, node, sender, onProgress)),
  )
  const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, sender.mintDecimals)
  const describeSum = ({ payments, baseUnits }: PaymentSum) => ({ payments, amountUA: inTokens(baseUnits) })
  const describe = ({ signature, baseUnits, counterparties, note }: NotedMovement) => ({
    signature,
    amountUA: inTokens(baseUnits),
    counterparties: counterparties.map((other) => ({
      address: other.address,
      amountUA: inTokens(other.baseUnits),
    })),
    note,
  })
  return {
    agrees: found.differences.length === 0 && found.otherOutflows.every(({ note }) => note !== null),
    transactions: found.transactions,
    chainPayments: found.chainPayments,
    chainAmountUA: inTokens(found.chainBaseUnits),
    bookedPayments: found.recordedPayments,
    bookedAmountUA: inTokens(found.recordedBaseUnits),
    bookedElsewhere: describeSum(found.elsewhere),
    markedWithoutProof: describeSum(found.unproved),
    differences: found.differences.map(({ recordedBaseUnits, chainBaseUnits, ...difference }) => ({
      ...difference,
      bookedAmountUA: inTokens(recordedBaseUnits),
      chainAmountUA: inTokens(chainBaseUnits),
    })),
    otherOutflows: found.otherOutflows.map(describe),
    inflows: found.inflows.map(describe),
  }
}
