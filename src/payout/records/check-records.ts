import { formatDecimalUnits } from '#domain/amounts.ts'
import type { PayingAccount } from '#payout/paying-account.ts'
import { bearsFerryMemo } from '#payout/send/memo.ts'
import { type BalanceAnchor, BEFORE_EVERYTHING } from '#payout/settle/explain-balance.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { beyondRecords } from '#store/records/known-transactions.ts'
import type { Store } from '#store/store.ts'
import { explainReading, type SourceEntry, SourceReader } from './source-reader.ts'
import { TransactionReader } from './transaction-reader.ts'
import { findUnknownPayments, mayBeOurs } from './unknown-payments.ts'
import { changeOf, isFerryPayment, paymentsOf } from './wallet-history.ts'

export interface CheckedWallet extends PayingAccount {
  mintDecimals: number
}

export type RecordsCheck =
  /** The balance is explained by the transactions since the last anchor, and the records have all of them. */
  | { kind: 'agree'; balance: BalanceAnchor; hasPaidBefore: boolean }
  /** The chain shows payments of ours that the journal does not have. */
  | { kind: 'behind'; payments: number; baseUnits: bigint }
  /** The history may be late, or not reach back: it is not decided yet. */
  | Unexplained

/** The balance or the history proves nothing so far. */
export interface Unexplained {
  kind: 'unexplained'
  /** What is so, and what ends it, in sentences. */
  words: string
  /** Transactions that may be payments of ours and that the node lists but can not show. */
  unshown: number
}

interface Reading {
  /** Keeps what was read before. */
  transactions?: TransactionReader
  signal?: AbortSignal | undefined
}

/**
 * Compares a wallet's history on the chain with the journal, from the newest balance that is known to agree
 * with it, or from the account's beginning. Records that were restored from an older copy lack what was paid
 * since. The view of a node that is behind `notBeforeSlot` proves nothing: it is consistent, and lacks later
 * transactions. To be called in a verified read: the node's cluster is not checked here. Throws
 * RpcUnavailableError.
 */
export async function checkRecords(
  node: SolanaRpc,
  store: Pick<Store, 'journal' | 'runs' | 'recordsBehind' | 'knownTransactions'>,
  wallet: CheckedWallet,
  notBeforeSlot: number,
  { transactions = new TransactionReader(wallet), signal }: Reading = {},
): Promise<RecordsCheck> {
  const { genesisHash, walletAddress, mintAddress, sourceTokenAccount } = wallet
  const key = { genesisHash, walletAddress, mintAddress }
  const anchor = (await store.runs.newestAnchor(key)) ?? BEFORE_EVERYTHING
  const acceptedSlot = await store.recordsBehind.acceptedSlot(key)
  const isAccepted = acceptedSlot !== null
  const source = new SourceReader({
    // A transaction that the records do not account for is read from the chain, even if the journal has an
    // attempt of it.
    journal: { findBySignatures: (signatures) => store.journal.findAccounted(signatures) },
    mint: mintAddress,
    sourceTokenAccount,
    transactions,
  })
  const reading = await source.read(node, anchor, {
    depth: isAccepted ? 'ours' : 'flood left out',
    signer: walletAddress,
    knownAmong: (signatures) => store.knownTransactions.among(genesisHash, signatures),
    settledSlot: acceptedSlot ?? 0,
    signal,
  })
  const isFerrys = ({ memo, failed }: { memo: string | null; failed: boolean }) =>
    !failed && bearsFerryMemo(memo)
  const { missing, unshown } = await missingPayments(store, wallet, reading.entries)
  if (missing) {
    const unknown = await findUnknownPayments(node, store, {
      ...wallet,
      sinceSlot: anchor.slot,
      transactions,
      signal,
    })
    if (unknown.payments > 0) return { kind: 'behind', ...unknown }
    // The answers differ: a payment that one of them showed still counts.
    return unexplained('the node shows a payment in one answer and not in another', IF_IT_STAYS)
  }
  if (reading.isTooLong && !isAccepted) return unexplained('its history is too long to be read', CONTINUE)
  if (unshown > 0) return pruned(node, unshown)
  if (reading.balance.slot < notBeforeSlot)
    return unexplained('the node that shows it is behind what was seen before', WHEN_IT_CATCHES_UP)
  const hasPaidBefore = anchor.slot >= 0 || reading.entries.some(isFerrys)
  if (isAccepted) return { kind: 'agree', balance: reading.balance, hasPaidBefore: true }
  if (!reading.reachesBack) return unexplained('its history does not reach back far enough', ADD_ARCHIVE)
  const explanation = explainReading(reading, anchor)
  switch (explanation.kind) {
    case 'explained':
      return { kind: 'agree', balance: reading.balance, hasPaidBefore }
    case 'unknown':
      return unexplained('the node lists a transaction that it can not show', ADD_ARCHIVE)
    case 'unexplained':
      return unexplained(describeExcess(explanation.excessBaseUnits, wallet.mintDecimals), IF_IT_STAYS)
  }
}

const IF_IT_STAYS = 'If it stays so, stop the run, find out why, and have the sender continue all the same.'
const WHEN_IT_CATCHES_UP =
  'It goes on once that node has caught up. If it stays so, configure the sender with another node as the first one.'
const CONTINUE = 'Stop the run, and have the sender continue all the same.'
const ADD_ARCHIVE = `The node has pruned older transactions: configure the sender with an archive node, which keeps all, as the first one. Or: ${CONTINUE.toLowerCase()}`

function unexplained(reason: string, remedy: string): Unexplained {
  const words = `Nothing is sent yet: the sending wallet's balance can not be explained, since ${reason}. ${remedy}`
  return { kind: 'unexplained', words, unshown: 0 }
}

function pruned({ name }: SolanaRpc, unshown: number): Unexplained {
  const transactions = unshown === 1 ? '1 transaction' : `${unshown} transactions`
  const words = `Nothing is sent yet: the Solana RPC node ${name} lists ${transactions} of the sending wallet that it can not show, and payments that the records lack may be among them. ${ADD_ARCHIVE}`
  return { kind: 'unexplained', words, unshown }
}

/**
 * Tells whether a transaction that looks like a payment of ours paid somebody more than the records have of it,
 * and counts those that may be such and that the node can not show.
 */
async function missingPayments(
  { knownTransactions }: Pick<Store, 'knownTransactions'>,
  wallet: CheckedWallet,
  entries: readonly SourceEntry[],
): Promise<{ missing: boolean; unshown: number }> {
  const candidates = entries.filter(
    (entry) =>
      entry.own === null &&
      mayBeOurs(entry) &&
      (entry.changeBaseUnits === null || entry.changeBaseUnits < 0n),
  )
  const signatures = candidates.map(({ signature }) => signature)
  const known = await knownTransactions.among(wallet.genesisHash, signatures)
  const recorded = await knownTransactions.paidBy(signatures)
  const unknown = candidates.filter(({ signature }) => !known.has(signature))
  const missing = unknown.some((entry) => {
    if (entry.record === null) return false
    const change = changeOf(wallet, entry, entry.record)
    return isFerryPayment(change) && beyondRecords(paymentsOf(change), recorded).length > 0
  })
  return { missing, unshown: unknown.filter(({ isUnshown }) => isUnshown).length }
}

function describeExcess(excessBaseUnits: bigint, decimals: number): string {
  const [amount, direction] = excessBaseUnits < 0n ? [-excessBaseUnits, 'less'] : [excessBaseUnits, 'more']
  return `it holds ${formatDecimalUnits(amount, decimals)} tokens ${direction} than its history on the chain explains, which may be late`
}
