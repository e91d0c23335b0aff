import { isSignature } from '@solana/kit'
import type { AppContext } from '#app/app-context.ts'
import { askingCluster, configuredSender } from '#app/senders/configured-sender.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { SenderKind } from '#domain/sender.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import { type PayingAccount, payingAccount } from '#payout/paying-account.ts'
import { unrecordedOutflow } from '#payout/records/unknown-payments.ts'
import {
  type AccountChange,
  isFerryPayment,
  readChanges,
  readHistory,
} from '#payout/records/wallet-history.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'

/**
 * Explains a transaction of a sender's wallet with a note: one that moved tokens otherwise than by a payment
 * of ours, or one that was taken over from the chain and settles nothing, which then counts against no claim.
 * Throws sender_not_configured, invalid_transaction, rpc_unreachable, and unknown_outflow, also for a payment
 * of ours: that is to be taken over.
 */
export async function acknowledgeTransaction(
  { store, payouts, now }: AppContext,
  kind: SenderKind,
  { signature, note }: { signature: string; note: string },
): Promise<void> {
  const sender = await configuredSender(store, kind)
  if (!isSignature(signature)) throw new PortalError('invalid_transaction')
  const account = payingAccount(sender)
  const isOpen =
    (await store.takeOvers.isUnmatched(sender, signature)) ||
    (await askingCluster(() =>
      payouts.readerOf(sender).read((node) => isExplainable(node, store, account, signature)),
    ))
  if (!isOpen) throw new PortalError('unknown_outflow')
  const atMs = now()
  await store.acknowledgements.record(
    { genesisHash: sender.genesisHash, signature, note, atMs },
    { atMs, action: 'acknowledge', subject: signature, detail: note },
  )
}

/**
 * Returns true for a transaction of the wallet's history that moved tokens in, or out in a way that the
 * records do not have. A payment of ours that the records lack as a whole is not explainable: it is to be
 * taken over. Throws RpcUnavailableError.
 */
export async function isExplainable(
  node: SolanaRpc,
  store: Pick<Store, 'knownTransactions'>,
  account: PayingAccount,
  signature: string,
): Promise<boolean> {
  const [change] = await withGenesisCheck(node, account.genesisHash, async () => {
    const { entries } = await readHistory(node, account, { sinceSlot: -1 })
    return readChanges(
      node,
      account,
      entries.filter((entry) => entry.signature === signature),
    )
  })
  return change !== undefined && isOther(change, store, account)
}

async function isOther(
  change: AccountChange,
  { knownTransactions }: Pick<Store, 'knownTransactions'>,
  { genesisHash }: PayingAccount,
): Promise<boolean> {
  const { signature, sourceBaseUnits } = change
  if (sourceBaseUnits > 0n) return true
  const recorded = await knownTransactions.paidBy([signature])
  if (unrecordedOutflow(change, recorded) === null) return false
  const known = await knownTransactions.among(genesisHash, [signature])
  const takenOver = await knownTransactions.recordedAmong([signature])
  return known.size + takenOver.size > 0 || !isFerryPayment(change)
}
