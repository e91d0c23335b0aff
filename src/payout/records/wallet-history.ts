import type { Address, Signature } from '@solana/kit'
import type { ChainPayment } from '#domain/payment.ts'
import { isDelegated, type PayingAccount } from '#payout/paying-account.ts'
import { bearsFerryMemo } from '#payout/send/memo.ts'
import {
  type HistoryEntry,
  RpcUnavailableError,
  type SolanaRpc,
  type TransactionRecord,
} from '#solana/solana-rpc.ts'
import { OLD_SLOTS, TransactionReader } from './transaction-reader.ts'

/** The amount that a wallet gained or lost in one transaction. */
export interface Counterparty {
  address: Address
  baseUnits: bigint
}

/** A finalized transaction without error, as it changed the source account. */
export interface AccountChange {
  signature: string
  slot: number
  memo: string | null
  /** The sending wallet signed it. */
  isSigned: boolean
  /** Its owner made it: the wallet, which has not signed, is no more than the delegate. */
  isOwners: boolean
  /** The change of the source account's balance; negative for an outflow. */
  sourceBaseUnits: bigint
  /** Other wallets, with what each gained. */
  gains: Counterparty[]
  /** Other wallets, with what each lost. */
  losses: Counterparty[]
}

const LACKS_TRANSACTION = 'it lacks a transaction that its history shows'

/** An account's finalized transactions, newest first. Only slots are ordered: within one, a node lists them as it pleases. */
interface AccountHistory {
  /** A memo is '' where the index is known to keep memos and has none, null where it may just not keep any. */
  entries: HistoryEntry[]
  /** Whether it reaches past the slot that it was read to, ends before, or is too long to be read. */
  reach: 'past' | 'ended' | 'too long'
  /** One answer of the node shows all of them: older ones follow them in it, or it is no full page. */
  isOneAnswer: boolean
}

interface HistorySpan {
  /** The slot that is read back to, inclusive; -1 for all. */
  sinceSlot: number
  minContextSlot?: number
  /** The pages after which it is too long to be read. */
  maxPages?: number
  /** Finds the transactions of ours among signatures: they show whether the index keeps memos. */
  ownAmong?: (signatures: string[]) => Promise<{ has(signature: string): boolean }>
}

/** Reads the finalized transactions that touched an account, back to a slot. */
export async function readHistory(
  node: SolanaRpc,
  account: Address,
  { sinceSlot, minContextSlot = 0, maxPages = Number.POSITIVE_INFINITY, ownAmong }: HistorySpan,
): Promise<AccountHistory> {
  const entries: HistoryEntry[] = []
  let answers = 0
  let isShort = false
  for await (const page of historyPages(node, account, minContextSlot)) {
    const own = await ownAmong?.(page.map(({ signature }) => signature))
    const answer = own ? withKnownMemos(page, own) : page
    entries.push(...answer.filter(({ slot }) => slot >= sinceSlot))
    answers += 1
    // Only an entry from before the span proves that this answer covers it: where requests are spread over
    // nodes, one may have pruned what another's first available block promises.
    if (oldestSlot(page) < sinceSlot) return { entries, reach: 'past', isOneAnswer: answers === 1 }
    if (answers === maxPages) return { entries, reach: 'too long', isOneAnswer: false }
    isShort = !isFullPage(page)
  }
  return { entries, reach: 'ended', isOneAnswer: isShort && answers === 1 }
}

/**
 * Tells entries without a memo from those whose memo is not known: an answer that shows the memo of a
 * transaction of ours is from an index that kept memos then, and since. One that lacks the memo of any of ours
 * proves nothing: an archive may keep fewer than the node in front of it, or none of one transaction format.
 */
function withKnownMemos(
  answer: readonly HistoryEntry[],
  own: { has(signature: string): boolean },
): HistoryEntry[] {
  const ours = answer.filter(({ signature }) => own.has(signature))
  if (ours.some(({ memo }) => memo === null)) return [...answer]
  const keptFrom = ours.reduce(
    (oldest, { memo, slot }) => (bearsFerryMemo(memo) ? Math.min(oldest, slot) : oldest),
    Number.POSITIVE_INFINITY,
  )
  return answer.map((entry) => (entry.slot >= keptFrom ? { ...entry, memo: entry.memo ?? '' } : entry))
}

/**
 * Finds those of an account's entries that a wallet did not sign, by the wallet's own history from the same node: a
 * transaction names each of its signers, so that it is in the history of every one. An entry counts where it is old and the
 * wallet's history shows an older one; none does where that history lacks a transaction of ours.
 */
export async function findUnsigned(
  node: SolanaRpc,
  walletAddress: Address,
  entries: readonly HistoryEntry[],
  { bankSlot, maxPages, isOurs }: { bankSlot: number; maxPages: number; isOurs(signature: string): boolean },
): Promise<ReadonlySet<string>> {
  const sinceSlot = oldestSlot(entries)
  const wallets = await readHistory(node, walletAddress, { sinceSlot, minContextSlot: bankSlot, maxPages })
  const shownFromSlot = wallets.reach === 'past' ? sinceSlot : oldestSlot(wallets.entries) + 1
  const signed = new Set(wallets.entries.map(({ signature }) => signature))
  const shown = entries.filter(({ slot }) => slot >= shownFromSlot && slot < bankSlot - OLD_SLOTS)
  const unsigned = shown.filter(({ signature }) => !signed.has(signature))
  if (unsigned.some(({ signature }) => isOurs(signature))) return new Set()
  return new Set(unsigned.map(({ signature }) => signature))
}

interface ReadingChanges {
  /** Keeps what was read before. */
  transactions?: TransactionReader | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((read: number, of: number) => void) | undefined
}

/**
 * Reads the changes made by transactions of the history, in their order. Throws RpcUnavailableError when the
 * node lacks one.
 */
export async function readChanges(
  node: SolanaRpc,
  account: PayingAccount,
  entries: readonly HistoryEntry[],
  terms?: ReadingChanges,
): Promise<AccountChange[]> {
  const { changes, unshown } = await readShownChanges(node, account, entries, terms)
  if (unshown.length > 0) throw lacksTransaction(node)
  return changes
}

/** Reads the changes made by those transactions that the node can show, and lists the signatures of the others. */
export async function readShownChanges(
  node: SolanaRpc,
  account: PayingAccount,
  entries: readonly HistoryEntry[],
  { transactions = new TransactionReader(account), signal, onProgress }: ReadingChanges = {},
): Promise<{ changes: AccountChange[]; unshown: string[] }> {
  const records = await transactions.readAll(node, entries, { signal, onProgress })
  const changes: AccountChange[] = []
  const unshown: string[] = []
  for (const [index, entry] of entries.entries()) {
    const record = records[index]
    if (record) changes.push(changeOf(account, entry, record))
    else unshown.push(entry.signature)
  }
  return { changes, unshown }
}

export function lacksTransaction({ name: nodeName }: SolanaRpc): RpcUnavailableError {
  return new RpcUnavailableError(LACKS_TRANSACTION, { nodeName })
}

/** Computes how a transaction changed the source account, from its record. */
export function changeOf(
  {
    walletAddress,
    sourceOwner,
    sourceTokenAccount,
  }: Pick<PayingAccount, 'walletAddress' | 'sourceOwner' | 'sourceTokenAccount'>,
  { signature, slot, memo: indexedMemo }: HistoryEntry,
  record: TransactionRecord,
): AccountChange {
  const others = new Map<Address, bigint>()
  let sourceBaseUnits = 0n
  for (const { tokenAccount, owner, baseUnits } of record.movements) {
    if (tokenAccount === sourceTokenAccount) sourceBaseUnits += baseUnits
    if (owner !== sourceOwner) others.set(owner, (others.get(owner) ?? 0n) + baseUnits)
  }
  const isSigned = record.signers.some((signer) => signer === walletAddress)
  const counterparties = [...others].map(([address, baseUnits]) => ({ address, baseUnits }))
  return {
    signature,
    slot,
    memo: record.memo ?? indexedMemo,
    isSigned,
    isOwners: !isSigned && isDelegated({ walletAddress, sourceOwner }),
    sourceBaseUnits,
    gains: counterparties.filter(({ baseUnits }) => baseUnits > 0n),
    losses: counterparties
      .filter(({ baseUnits }) => baseUnits < 0n)
      .map(({ address, baseUnits }) => ({ address, baseUnits: -baseUnits })),
  }
}

/**
 * Returns true for a payment of a Ferry: it has its memo and the wallet's signature, and tokens left the
 * source account.
 */
export function isFerryPayment({ memo, isSigned, sourceBaseUnits }: AccountChange): boolean {
  return bearsFerryMemo(memo) && isSigned && sourceBaseUnits < 0n
}

/** Lists the payments of a transaction, wallet by wallet. */
export function paymentsOf({ signature, gains }: AccountChange): ChainPayment[] {
  return gains.map(({ address, baseUnits }) => ({ signature, recipient: address, baseUnits }))
}

/** The most entries that a node returns in one answer. */
const FULL_PAGE = 1_000

/** Reads an account's finalized history page by page, newest first, to its end. No page is empty. */
async function* historyPages(
  node: SolanaRpc,
  account: Address,
  minContextSlot: number,
): AsyncGenerator<HistoryEntry[], void, void> {
  let before: Signature | undefined
  for (;;) {
    const page = await node.historyOf(account, { before, minContextSlot })
    const oldest = page.at(-1)
    if (!oldest) return
    yield page
    before = oldest.signature as Signature
  }
}

/** Returns the slot of a page's last entry. */
export function oldestSlot(page: readonly HistoryEntry[]): number {
  return page.at(-1)?.slot ?? Number.POSITIVE_INFINITY
}

/** Returns true for a full page: more entries may follow it. */
function isFullPage(page: readonly HistoryEntry[]): boolean {
  return page.length >= FULL_PAGE
}
