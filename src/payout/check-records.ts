import type { Address } from '@solana/kit'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { beyondRecords } from '#store/known-transactions.ts'
import type { Store } from '#store/store.ts'
import { type BalanceAnchor, BEFORE_EVERYTHING } from './explain-balance.ts'
import { bearsFerryMemo } from './memo.ts'
import { explainReading, type SourceEntry, SourceReader } from './source-reader.ts'
import { findUnknownPayments } from './unknown-payments.ts'
import { changeOf, isFerryPayment, paymentsOf } from './wallet-history.ts'

export interface CheckedWallet {
  genesisHash: string
  walletAddress: Address
  mintAddress: Address
  mintDecimals: number
  sourceTokenAccount: Address
}

export type RecordsCheck =
  /** The balance is explained by the transactions since the last anchor, and the records have all of them. */
  | { kind: 'agree'; balance: BalanceAnchor; hasPaidBefore: boolean }
  /** The chain shows payments of ours that the journal does not have. */
  | { kind: 'behind'; payments: number; baseUnits: bigint }
  /** The history may be late, or not reach back: it is not decided yet. */
  | { kind: 'unexplained'; reason: string }

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
): Promise<RecordsCheck> {
  const { genesisHash, walletAddress, mintAddress, sourceTokenAccount } = wallet
  const key = { genesisHash, walletAddress, mintAddress }
  const anchor = (await store.runs.newestAnchor(key)) ?? BEFORE_EVERYTHING
  const isAccepted = await store.recordsBehind.isAccepted(key)
  const source = new SourceReader({
    // A transaction that the records do not account for is read from the chain, even if the journal has an
    // attempt of it.
    journal: { findBySignatures: (signatures) => store.journal.findAccounted(signatures) },
    mint: mintAddress,
    sourceTokenAccount,
  })
  const reading = await source.read(node, anchor)
  const isFerrys = ({ memo, failed }: { memo: string | null; failed: boolean }) =>
    !failed && bearsFerryMemo(memo)
  if ((await missingPayments(store, wallet, reading.entries)).length > 0) {
    const unknown = await findUnknownPayments(node, store, { ...wallet, sinceSlot: anchor.slot })
    if (unknown.payments > 0) return { kind: 'behind', ...unknown }
    // The answers differ: a payment that one of them showed still counts.
    return { kind: 'unexplained', reason: 'the node shows a payment in one answer and not in another' }
  }
  if (reading.balance.slot < notBeforeSlot)
    return { kind: 'unexplained', reason: 'the node that shows it is behind the others' }
  const hasPaidBefore = anchor.slot >= 0 || reading.entries.some(isFerrys)
  if (isAccepted) return { kind: 'agree', balance: reading.balance, hasPaidBefore: true }
  if (!reading.reachesBack)
    return { kind: 'unexplained', reason: 'its history does not reach back far enough' }
  const explanation = explainReading(reading, anchor)
  switch (explanation.kind) {
    case 'explained':
      return { kind: 'agree', balance: reading.balance, hasPaidBefore }
    case 'unknown':
      return { kind: 'unexplained', reason: 'the node lists a transaction that it can not show' }
    case 'unexplained':
      return { kind: 'unexplained', reason: describeExcess(explanation.excessBaseUnits, wallet.mintDecimals) }
  }
}

/** Picks the transactions that look like payments of ours and paid somebody more than the records have of them. */
async function missingPayments(
  { knownTransactions }: Pick<Store, 'knownTransactions'>,
  wallet: CheckedWallet,
  entries: readonly SourceEntry[],
): Promise<SourceEntry[]> {
  const candidates = entries.filter(
    ({ memo, failed, own, changeBaseUnits }) =>
      !failed && bearsFerryMemo(memo) && own === null && (changeBaseUnits === null || changeBaseUnits < 0n),
  )
  const signatures = candidates.map(({ signature }) => signature)
  const known = await knownTransactions.among(wallet.genesisHash, signatures)
  const recorded = await knownTransactions.paidBy(signatures)
  return candidates.filter((entry) => {
    if (known.has(entry.signature)) return false
    if (entry.record === null) return true
    const change = changeOf(wallet, entry, entry.record)
    return isFerryPayment(change) && beyondRecords(paymentsOf(change), recorded).length > 0
  })
}

function describeExcess(excessBaseUnits: bigint, decimals: number): string {
  const [amount, direction] = excessBaseUnits < 0n ? [-excessBaseUnits, 'less'] : [excessBaseUnits, 'more']
  return `it holds ${formatDecimalUnits(amount, decimals)} tokens ${direction} than its history on the chain explains, which may be late`
}
