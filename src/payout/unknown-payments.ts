import { sumBaseUnits } from '#domain/amounts.ts'
import type { ChainPayment } from '#domain/payment.ts'
import type { HistoryEntry, SolanaRpc } from '#solana/solana-rpc.ts'
import { beyondRecords } from '#store/known-transactions.ts'
import type { Store } from '#store/store.ts'
import { bearsFerryMemo } from './memo.ts'
import {
  type AccountChange,
  type Counterparty,
  isFerryPayment,
  type PayingAccount,
  paymentsOf,
  readChanges,
  readHistory,
} from './wallet-history.ts'

/** A transaction of ours with payments that the records lack. */
export interface UnknownTransaction {
  signature: string
  slot: number
  memo: string | null
  /** The part of it that the records lack, by the owner of the token account that was paid. */
  payments: Omit<ChainPayment, 'signature'>[]
  /** All that it paid, recorded or not. */
  onChain: ChainPayment[]
}

/** Payments of ours that the chain shows and the records lack. */
export interface UnknownPayments {
  /** Newest first. */
  transactions: UnknownTransaction[]
  payments: number
  baseUnits: bigint
}

/** A transaction that changed the source account and is no payment of ours. */
export interface OtherMovement {
  signature: string
  baseUnits: bigint
  counterparties: Counterparty[]
}

type Records = Pick<Store, 'knownTransactions'>

/**
 * Finds the payments that a wallet's history on the chain shows and the records do not: a Ferry's memo, not
 * failed, signed by the wallet, tokens gone from its source account, in a transaction that the records do not
 * account for and that is not acknowledged. The history is read back to `sinceSlot`, all of it where that is
 * -1. An index may keep no memos: then each transaction is read, unless `glance` is set. To be called in a
 * verified read: the node's cluster is not checked here. Throws RpcUnavailableError.
 */
export async function findUnknownPayments(
  node: SolanaRpc,
  records: Records,
  { sinceSlot, glance = false, ...account }: PayingAccount & { sinceSlot: number; glance?: boolean },
): Promise<UnknownPayments> {
  const { entries } = await readHistory(node, account, { sinceSlot })
  return unknownPaymentsIn(node, records, account, { entries, glance })
}

/** Finds them among entries of the history. */
export async function unknownPaymentsIn(
  node: SolanaRpc,
  records: Records,
  account: PayingAccount,
  { entries, glance = false }: { entries: readonly HistoryEntry[]; glance?: boolean },
): Promise<UnknownPayments> {
  const mayBeOurs = entries.filter(({ memo }) => bearsFerryMemo(memo) || (memo === null && !glance))
  return unknownPaymentsAmong(await readUnknown(node, records, account, mayBeOurs, { glance }), records)
}

/**
 * Reads those of the entries that the records do not account for as a whole. With `glance`, transactions that
 * were recorded from the chain are not read again.
 */
export async function readUnknown(
  node: SolanaRpc,
  { knownTransactions }: Records,
  account: PayingAccount,
  entries: readonly HistoryEntry[],
  { glance = false } = {},
): Promise<AccountChange[]> {
  const signatures = entries.map(({ signature }) => signature)
  const known = await knownTransactions.among(account.genesisHash, signatures)
  const takenOver = glance ? await knownTransactions.recordedAmong(signatures) : new Set<string>()
  return readChanges(
    node,
    account,
    entries.filter(({ signature }) => !known.has(signature) && !takenOver.has(signature)),
  )
}

/**
 * Finds payments of ours among changes that the records do not account for, less what is recorded of each.
 */
export async function unknownPaymentsAmong(
  changes: readonly AccountChange[],
  { knownTransactions }: Records,
): Promise<UnknownPayments> {
  const ours = changes.filter(isFerryPayment)
  const recorded = await knownTransactions.paidBy(ours.map(({ signature }) => signature))
  const transactions = ours.flatMap((change): UnknownTransaction[] => {
    const onChain = paymentsOf(change)
    const payments = beyondRecords(onChain, recorded)
    const { signature, slot, memo } = change
    return payments.length > 0 ? [{ signature, slot, memo, payments: payments.map(amountOf), onChain }] : []
  })
  const all = transactions.flatMap(({ payments }) => payments)
  return { transactions, payments: all.length, baseUnits: sumBaseUnits(all) }
}

/**
 * Returns the amount that left the source account in a change, and its recipients; null where nothing did.
 * Where the records have payments of that transaction, their recipients are left out.
 */
export function unrecordedOutflow(
  { signature, sourceBaseUnits, gains }: AccountChange,
  recorded: readonly ChainPayment[],
): OtherMovement | null {
  if (sourceBaseUnits >= 0n) return null
  if (recorded.length === 0) return { signature, baseUnits: -sourceBaseUnits, counterparties: gains }
  const recipients = new Set(recorded.map(({ recipient }) => recipient))
  const others = gains.filter(({ address }) => !recipients.has(address))
  return others.length > 0 ? { signature, baseUnits: sumBaseUnits(others), counterparties: others } : null
}

function amountOf({ recipient, baseUnits }: ChainPayment) {
  return { recipient, baseUnits }
}
