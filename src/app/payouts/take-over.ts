import type { AppContext } from '#app/app-context.ts'
import type { SecondSecret } from '#app/second-secret/second-secret.ts'
import { askingCluster, configuredSender } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender, SenderKind } from '#domain/sender.ts'
import { takeOverPayments } from '#payout/records/take-over-payments.ts'
import type { Store } from '#store/store.ts'

/** What compares a sender's records with the chain. A command has ON_THE_SERVER in place of the second secret. */
export interface RecordsPortal {
  store: Store
  payouts: Pick<AppContext['payouts'], 'readerOf'>
  secondSecret: Pick<SecondSecret, 'demand'>
  now(): number
}

/**
 * Records the payments of a sender that the chain shows and the records lack. Claims and rows that they
 * settle become sent; a payment that fits none is kept, and settles a later claim of that amount to that
 * Solana address. Throws sender_not_configured, rpc_unreachable, records_not_behind, or run_in_progress while
 * a run is unfinished.
 */
export async function takeOver(
  portal: RecordsPortal,
  kind: SenderKind,
): Promise<{ payments: number; amountUA: string; claims: number }> {
  const { store, now } = portal
  const sender = await configuredSender(store, kind)
  await portal.secondSecret.demand({
    action: 'take_over',
    what: `record what ${sender.walletAddress} has paid as the chain shows it`,
    facts: [kind, sender.walletAddress, sender.mintAddress],
  })
  const takenOver = await askingCluster(() =>
    takeOverPayments(store, portal.payouts.readerOf(sender), sender, now()),
  )
  if (takenOver === null) {
    await clearOutdated(store, sender)
    throw new PortalError('records_not_behind')
  }
  if (takenOver === 'run_in_progress') throw new PortalError('run_in_progress')
  if (takenOver.payments === 0) throw new PortalError('records_not_behind')
  return {
    payments: takenOver.payments,
    amountUA: formatDecimalUnits(takenOver.baseUnits, sender.mintDecimals),
    claims: takenOver.claims,
  }
}

/**
 * Clears the note of missing payments: they are recorded by now. The note of an unexplained balance stays.
 */
async function clearOutdated({ recordsBehind }: Store, sender: Sender): Promise<void> {
  const behind = await recordsBehind.find(sender)
  if (behind && behind.payments > 0) await recordsBehind.clear(sender)
}
