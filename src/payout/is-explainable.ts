import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import { unrecordedOutflow } from './unknown-payments.ts'
import {
  type AccountChange,
  isFerryPayment,
  type PayingAccount,
  readChanges,
  readHistory,
} from './wallet-history.ts'
import { withGenesisCheck } from './with-genesis-check.ts'

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
