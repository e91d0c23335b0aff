import type { ClusterReader } from '#payout/cluster-reader.ts'
import { findUnknownPayments, type UnknownPayments } from '#payout/unknown-payments.ts'
import { payingAccount } from '#payout/wallet-history.ts'
import { ClusterUnreachableError } from '#solana/cluster.ts'
import type { SenderRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

interface SearchTerms {
  /** How far the history is read back; all of it unless given. */
  sinceSlot?: number | undefined
  /** Trusts the memos of the node's index, and so reads few transactions. */
  glance?: boolean
  /** What any node but the first has to show: one that shows less may not keep the history. */
  atLeast?: number
}

/**
 * Finds the payments of a sender that its history on the chain shows and the records lack, by the first node that answers.
 * Throws ClusterUnreachableError.
 */
export async function unknownPaymentsOf(
  reader: ClusterReader,
  store: Pick<Store, 'knownTransactions'>,
  sender: SenderRow,
  { sinceSlot = -1, glance = false, atLeast = 0 }: SearchTerms = {},
): Promise<UnknownPayments> {
  const account = await payingAccount(sender)
  return reader.read(async (node) => {
    const found = await findUnknownPayments(node, store, { ...account, sinceSlot, glance })
    if (node !== reader.first && found.payments < atLeast)
      throw new ClusterUnreachableError(SHOWS_FEWER, { nodeName: node.name })
    return found
  })
}

const SHOWS_FEWER = 'it shows fewer payments than were found before'
