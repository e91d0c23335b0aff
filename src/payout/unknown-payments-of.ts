import type { Sender } from '#domain/sender.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import type { FailoverRpc } from './failover-rpc.ts'
import { findUnknownPayments, type UnknownPayments } from './unknown-payments.ts'
import { payingAccount } from './wallet-history.ts'

/**
 * Finds the payments of a sender that its whole history on the chain shows and the records lack, by the first
 * node that answers. Any node but the first has to show `atLeast` so many: one that shows fewer may not keep
 * the whole history. Throws RpcUnavailableError.
 */
export async function unknownPaymentsOf(
  reader: FailoverRpc,
  store: Pick<Store, 'knownTransactions'>,
  sender: Sender,
  atLeast = 0,
): Promise<UnknownPayments> {
  const account = payingAccount(sender)
  return reader.readSurely(async (node) => {
    const found = await findUnknownPayments(node, store, { ...account, sinceSlot: -1 })
    if (node !== reader.first && found.payments < atLeast)
      throw new RpcUnavailableError(SHOWS_FEWER, { nodeName: node.name })
    return found
  })
}

const SHOWS_FEWER = 'it shows fewer payments than were found before'
