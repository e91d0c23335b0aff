import type { Sender } from '#domain/sender.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import type { Store } from '#store/store.ts'
import { unknownPaymentsOf } from './unknown-payments.ts'
import { lacksTransaction } from './wallet-history.ts'

/**
 * Records the payments of a sender that its whole history on the chain shows and the records lack. Returns
 * null when there are none, `run_in_progress` while a run is unfinished. Throws RpcUnavailableError.
 */
export async function takeOverPayments(
  store: Pick<Store, 'takeOvers' | 'senders' | 'knownTransactions' | 'journal' | 'recordsBehind'>,
  reader: FailoverRpc,
  sender: Sender,
  nowMs: number,
) {
  const behind = await store.recordsBehind.find(sender)
  const unknown = await unknownPaymentsOf(reader, store, sender, behind?.payments ?? 0)
  if (unknown.unshown.length > 0) throw lacksTransaction(reader.preferred)
  if (unknown.payments === 0) return null
  const onChain = unknown.transactions.flatMap((transaction) => transaction.onChain)
  const debts = { claims: await paysClaims(store, sender), rows: true }
  return store.takeOvers.record(sender, onChain.toReversed(), debts, nowMs)
}

/** Claims are owed in the token of the bulk sender alone. */
async function paysClaims(
  { senders }: Pick<Store, 'senders'>,
  { mintAddress, genesisHash }: Sender,
): Promise<boolean> {
  const bulk = await senders.find('bulk')
  return bulk?.mintAddress === mintAddress && bulk.genesisHash === genesisHash
}
