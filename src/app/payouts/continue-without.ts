import { askingCluster, configuredSender } from '#app/senders/configured-sender.ts'
import { rpcOrigin } from '#app/senders/rpc-origin.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import { continueWords } from '#domain/records-behind.ts'
import { nodeUrlsOf, type Sender, type SenderKind } from '#domain/sender.ts'
import { unknownPaymentsOf } from '#payout/records/unknown-payments.ts'
import type { RecordsPortal } from './take-over.ts'

/**
 * Has a sender pay on although the chain shows payments that the records lack, once their number is typed: they are
 * acknowledged, and nothing is owed less for them. So are transactions that the node lists and can not show, once their number is typed as well. Where the wallet's balance alone is unexplained, their number is 0. Throws
 * sender_not_configured, rpc_unreachable, payments_out_of_sight, records_not_behind, continue_unconfirmed, or run_in_progress.
 */
export async function continueWithout(
  portal: RecordsPortal,
  kind: SenderKind,
  confirm: string,
): Promise<{ payments: number }> {
  const { store, payouts, secondSecret, now } = portal
  const sender = await configuredSender(store, kind)
  const behind = await store.recordsBehind.find(sender)
  // A node with an incomplete history must not reduce the number of payments that an operator continues
  // without.
  const atLeast = behind ? Math.max(behind.payments, 1) : 0
  const { transactions, payments, baseUnits, unshown } = await askingCluster(() =>
    unknownPaymentsOf(payouts.readerOf(sender), store, sender, atLeast),
  )
  if (payments === 0 && unshown.length === 0 && !behind) throw new PortalError('records_not_behind')
  if (behind && payments < behind.payments) throw lostSightOf(sender, payments, behind.payments)
  const words = continueWords({ payments, unshown: unshown.length })
  const isConfirmed = confirm === words || (unshown.length === 0 && confirm === `${payments} payments`)
  if (!isConfirmed) throw new PortalError('continue_unconfirmed', { words })

  const sum = formatDecimalUnits(baseUnits, sender.mintDecimals)
  await secondSecret.demand({
    action: 'continue_without',
    what: `pay on from ${sender.walletAddress} without ${words}: ${sum} tokens that the records do not have`,
    facts: [kind, sender.walletAddress, sender.mintAddress, words, sum],
  })
  const nowMs = now()
  const outcome = await store.acknowledgements.continueWithout(
    sender,
    [...transactions.map(({ signature }) => signature), ...unshown].map((signature) => ({
      genesisHash: sender.genesisHash,
      signature,
      note: `An operator typed "${confirm}" to pay on without it`,
      atMs: nowMs,
    })),
    {
      atMs: nowMs,
      action: 'continue_without',
      subject: sender.walletAddress,
      detail: `"${confirm}" was typed: ${sum} tokens in ${transactions.length} transactions that the records do not have, and ${unshown.length} transactions that the node can not show`,
    },
  )
  if (outcome === 'run_in_progress') throw new PortalError('run_in_progress')
  if (outcome === 'records_changed') throw new PortalError('records_not_behind')
  return { payments }
}

/**
 * An index may be late, or the URL may lead to another node: payments that it does not show would be paid
 * again.
 */
function lostSightOf(sender: Sender, shown: number, known: number): PortalError {
  const [node = ''] = nodeUrlsOf(sender).map(rpcOrigin)
  return new PortalError('payments_out_of_sight', { node, shown, known })
}
