import { sumBaseUnits } from '#domain/amounts.ts'
import type { ChainPayment } from '#domain/payment.ts'
import type { Sender } from '#domain/sender.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { type PayingAccount, payingAccount } from '#payout/paying-account.ts'
import { bearsFerryMemo } from '#payout/send/memo.ts'
import { type HistoryEntry, RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { beyondRecords } from '#store/records/known-transactions.ts'
import type { Store } from '#store/store.ts'
import type { TransactionReader } from './transaction-reader.ts'
import {
  type AccountChange,
  type Counterparty,
  isFerryPayment,
  lacksTransaction,
  paymentsOf,
  readChanges,
  readHistory,
  readShownChanges,
} from './wallet-history.ts'

/** A transaction of ours with payments that the records lack. */
interface UnknownTransaction {
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
  /** The signatures of transactions that the node lists and can not show: they may be payments of ours as well. */
  unshown: string[]
}

/** A transaction that changed the source account and is no payment of ours. */
export interface OtherMovement {
  signature: string
  baseUnits: bigint
  counterparties: Counterparty[]
}

type Records = Pick<Store, 'knownTransactions' | 'journal'>

/** How payments of ours are looked for among the entries of a history. */
interface LookFor {
  /**
   * Only transactions whose memo the index shows are read, and none that was recorded from the chain: a first
   * glance, before all is read.
   */
  glance?: boolean
  /** Keeps what was read before. */
  transactions?: TransactionReader | undefined
  signal?: AbortSignal | undefined
}

/**
 * Finds the payments that a wallet's history on the chain shows and the records do not: a Ferry's memo, not
 * failed, signed by the wallet, tokens gone from its source account, in a transaction that the records do not
 * account for and that is not acknowledged. The history is read back to `sinceSlot`, all of it where that is
 * -1. To be called in a verified read: the node's cluster is not checked here. Throws RpcUnavailableError.
 */
export async function findUnknownPayments(
  node: SolanaRpc,
  records: Records,
  { sinceSlot, glance, transactions, signal, ...account }: PayingAccount & { sinceSlot: number } & LookFor,
): Promise<UnknownPayments> {
  const ownAmong = (signatures: string[]) => records.journal.findAccounted(signatures)
  const { entries } = await readHistory(node, account.sourceTokenAccount, { sinceSlot, ownAmong })
  return unknownPaymentsIn(node, records, account, entries, { glance, transactions, signal })
}

/** Finds them among entries of the history. */
export async function unknownPaymentsIn(
  node: SolanaRpc,
  records: Records,
  account: PayingAccount,
  entries: readonly HistoryEntry[],
  { glance = false, transactions, signal }: LookFor = {},
): Promise<UnknownPayments> {
  const candidates = entries.filter((entry) => mayBeOurs(entry) && !(glance && entry.memo === null))
  const unknown = await unknownAmong(records, account, candidates, glance)
  const { changes, unshown } = await readShownChanges(node, account, unknown, { transactions, signal })
  return { ...(await unknownPaymentsAmong(changes, records)), unshown }
}

/** Tells whether an entry may be a payment of ours: it did not fail and has a Ferry's memo, or may have it, since the index shows none. */
export function mayBeOurs({ memo, failed }: Pick<HistoryEntry, 'memo' | 'failed'>): boolean {
  return !failed && (memo === null || bearsFerryMemo(memo))
}

/**
 * Reads those of the entries that the records do not account for as a whole. Throws RpcUnavailableError, also
 * when the node lacks one.
 */
export async function readUnknown(
  node: SolanaRpc,
  records: Pick<Records, 'knownTransactions'>,
  account: PayingAccount,
  entries: readonly HistoryEntry[],
): Promise<AccountChange[]> {
  return readChanges(node, account, await unknownAmong(records, account, entries, false))
}

async function unknownAmong(
  { knownTransactions }: Pick<Records, 'knownTransactions'>,
  { genesisHash }: PayingAccount,
  entries: readonly HistoryEntry[],
  glance: boolean,
): Promise<HistoryEntry[]> {
  const signatures = entries.map(({ signature }) => signature)
  const known = await knownTransactions.among(genesisHash, signatures)
  const takenOver = glance ? await knownTransactions.recordedAmong(signatures) : new Set<string>()
  return entries.filter(({ signature }) => !known.has(signature) && !takenOver.has(signature))
}

/**
 * Finds payments of ours among changes that the records do not account for, less what is recorded of each.
 */
export async function unknownPaymentsAmong(
  changes: readonly AccountChange[],
  { knownTransactions }: Pick<Records, 'knownTransactions'>,
): Promise<Omit<UnknownPayments, 'unshown'>> {
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
 * Where the records have payments of that transaction, their recipients are left out. What an owner moves whose delegate the wallet is
 * concerns no records.
 */
export function unrecordedOutflow(
  { signature, sourceBaseUnits, gains, isOwners }: AccountChange,
  recorded: readonly ChainPayment[],
): OtherMovement | null {
  if (sourceBaseUnits >= 0n || isOwners) return null
  if (recorded.length === 0) return { signature, baseUnits: -sourceBaseUnits, counterparties: gains }
  const recipients = new Set(recorded.map(({ recipient }) => recipient))
  const others = gains.filter(({ address }) => !recipients.has(address))
  return others.length > 0 ? { signature, baseUnits: sumBaseUnits(others), counterparties: others } : null
}

function amountOf({ recipient, baseUnits }: ChainPayment) {
  return { recipient, baseUnits }
}

/**
 * Finds the payments of a sender that its whole history on the chain shows and the records lack, by the first
 * node that answers. Any node but the first has to show `atLeast` so many: one that shows fewer may not keep
 * the whole history. Throws RpcUnavailableError.
 */
export async function unknownPaymentsOf(
  reader: FailoverRpc,
  store: Pick<Store, 'knownTransactions' | 'journal'>,
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
