import type { Address } from '@solana/kit'
import {
  type BalanceAnchor,
  type BalanceExplanation,
  explainBalance,
} from '#payout/settle/explain-balance.ts'
import type { HistoryEntry, SolanaRpc, TransactionRecord } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-account.ts'
import type { Journal, OwnAttempt } from '#store/payouts/journal.ts'
import { TransactionReader } from './transaction-reader.ts'
import { mayBeOurs } from './unknown-payments.ts'
import { findUnsigned, readHistory } from './wallet-history.ts'

/** The most pages of 1000 that are read before the history counts as too long to search. */
const MAX_HISTORY_PAGES = 50

/** So many transactions that are no payments of ours are read in any case: only a flood of them is left out. */
const READ_IN_ANY_CASE = 100

const NONE: ReadonlySet<string> = new Set()

/** A finalized transaction that touched the source account. */
export interface SourceEntry extends HistoryEntry {
  /** The journal's attempt, where it is ours. */
  own: OwnAttempt | null
  /** The change of the source account's balance; null where its record was not read, or the node does not have it. */
  changeBaseUnits: bigint | null
  /** The node's record of one that is neither ours nor failed, where it was read. */
  record: TransactionRecord | null
  /** The node lists it and can not show it. */
  isUnshown: boolean
}

/** The source account as one node shows it. */
export interface SourceReading {
  balance: BalanceAnchor
  /** Newest first, back to the anchor's slot. */
  entries: SourceEntry[]
  /** The entries go back to the anchor: an older one follows them, or one of the oldest created the account. */
  reachesBack: boolean
  /** There are more than are read. */
  isTooLong: boolean
}

interface Source {
  journal: Pick<Journal, 'findBySignatures'>
  mint: Address
  sourceTokenAccount: Address
  /** Keeps what was read before. */
  transactions?: TransactionReader
}

/**
 * How much is read. `all`: every transaction. `flood left out`: those that may be payments of ours and that the wallet may
 * have signed, and up to a hundred others; more than that only where the balance is not explained without them. `ours`:
 * only those that may be payments of ours.
 */
type ReadingDepth = 'all' | 'flood left out' | 'ours'

interface ReadingTerms {
  depth?: ReadingDepth
  /** The wallet that signs every payment of ours: its own history shows which of a flood it did not sign. */
  signer?: Address
  /** Finds transactions that are known whatever they did: they are not read as possible payments of ours. */
  knownAmong?: (signatures: string[]) => Promise<ReadonlySet<string>>
  /** Up to this slot, a transaction whose memo is not known is no payment of ours: an operator typed it. */
  settledSlot?: number
  signal?: AbortSignal | undefined
}

/**
 * Reads the balance and the history of a sending wallet's token account. A finalized transaction's movements
 * never change, so each is read once.
 */
export class SourceReader {
  readonly #source: Source
  readonly #transactions: TransactionReader

  constructor(source: Source) {
    this.#source = source
    const { mint: mintAddress, sourceTokenAccount, transactions } = source
    this.#transactions = transactions ?? new TransactionReader({ mintAddress, sourceTokenAccount })
  }

  /** Reads from one node: the balance first, so that a history of that bank or a newer one explains it. */
  async read(
    node: SolanaRpc,
    since: BalanceAnchor,
    { depth = 'all', signer, knownAmong, settledSlot = 0, signal }: ReadingTerms = {},
  ): Promise<SourceReading> {
    const { journal, sourceTokenAccount } = this.#source
    const { contextSlot, account } = await node.finalizedAccount(sourceTokenAccount)
    const history = await readHistory(node, sourceTokenAccount, {
      sinceSlot: since.slot + 1,
      minContextSlot: contextSlot,
      maxPages: MAX_HISTORY_PAGES,
      ...(depth !== 'all' && { ownAmong: (signatures) => journal.findBySignatures(signatures) }),
    })
    const balance = { slot: contextSlot, baseUnits: tokenBalance(account) }
    const reachesBack =
      history.reach === 'ended'
        ? await this.#isWhole(node, since, balance, history.entries)
        : history.reach === 'past'
    const own = await journal.findBySignatures(history.entries.map(({ signature }) => signature))
    const open = history.entries.filter(({ failed, signature }) => !failed && !own.has(signature))
    const isTooLong = history.reach === 'too long'
    // Of a history that is too long to be compared, only what shows that it is a Ferry's is read.
    const isOpen = ({ memo, slot }: HistoryEntry) => memo !== null || (!isTooLong && slot > settledSlot)
    const candidates = depth === 'all' ? open : open.filter((entry) => mayBeOurs(entry) && isOpen(entry))
    const isFlood = depth === 'flood left out' && !isTooLong && candidates.length > READ_IN_ANY_CASE
    const unsigned =
      isFlood && signer !== undefined
        ? await findUnsigned(node, signer, history.entries, {
            bankSlot: contextSlot,
            maxPages: MAX_HISTORY_PAGES,
            isOurs: (signature) => own.has(signature),
          })
        : NONE
    const possible = candidates.filter(({ signature }) => !unsigned.has(signature))
    const known = await knownAmong?.(possible.map(({ signature }) => signature))
    const due = known ? possible.filter(({ signature }) => !known.has(signature)) : possible
    const records = new Map<string, TransactionRecord | null>()
    const readInto = async (some: readonly HistoryEntry[]) => {
      const read = await this.#transactions.readAll(node, some, { signal })
      for (const [index, { signature }] of some.entries()) records.set(signature, read[index] ?? null)
    }
    const entriesWith = (unreadBaseUnits: 0n | null) =>
      history.entries.map((entry) => this.#sourceEntry(entry, own, records, unreadBaseUnits))
    const reading = { balance, reachesBack, isTooLong }

    await readInto(due)
    if (depth !== 'flood left out' || isTooLong) return { ...reading, entries: entriesWith(null) }
    const others = open.filter(({ signature }) => !records.has(signature))
    await readInto(others.filter((entry) => this.#transactions.has(entry)))
    const unread = others.filter((entry) => !records.has(entry.signature))
    const withoutThem = entriesWith(0n)
    if (unread.length > READ_IN_ANY_CASE && explainBalance(since, balance, withoutThem).kind === 'explained')
      return { ...reading, entries: withoutThem }
    await readInto(unread)
    return { ...reading, entries: entriesWith(null) }
  }

  /**
   * Tells whether a history that ends without an entry from before the span covers all of it. An account that
   * held nothing then may not have existed: either a transaction of its oldest slot shows that it created the
   * account, or the node has pruned older ones. Payments in those that were refilled since leave no trace in
   * the balance.
   */
  async #isWhole(
    node: SolanaRpc,
    since: BalanceAnchor,
    balance: BalanceAnchor,
    entries: readonly HistoryEntry[],
  ): Promise<boolean> {
    if (since.baseUnits > 0n) return false
    const oldest = entries.at(-1)
    if (!oldest) return balance.baseUnits === 0n
    const records = await this.#transactions.readAll(
      node,
      entries.filter(({ slot }) => slot === oldest.slot),
    )
    return records.some((record) => record?.absentBefore.includes(this.#source.sourceTokenAccount))
  }

  #sourceEntry(
    entry: HistoryEntry,
    ownAttempts: ReadonlyMap<string, OwnAttempt>,
    records: ReadonlyMap<string, TransactionRecord | null>,
    unreadBaseUnits: 0n | null,
  ): SourceEntry {
    const own = ownAttempts.get(entry.signature) ?? null
    const unread = { ...entry, own, record: null, isUnshown: false }
    if (entry.failed) return { ...unread, changeBaseUnits: 0n }
    // The journal has the bytes: a transaction of that signature moves exactly what they say.
    if (own) return { ...unread, changeBaseUnits: -own.baseUnits }
    const record = records.get(entry.signature)
    if (record === undefined) return { ...unread, changeBaseUnits: unreadBaseUnits }
    if (record === null) return { ...unread, changeBaseUnits: null, isUnshown: true }
    const changeBaseUnits = record.movements
      .filter(({ tokenAccount }) => tokenAccount === this.#source.sourceTokenAccount)
      .reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
    // An index may keep no memos: the signed bytes have them.
    return { ...unread, memo: record.memo ?? entry.memo, changeBaseUnits, record }
  }
}

/** Tells whether a reading's balance is the sum of the anchor and the entries since. */
export function explainReading(reading: SourceReading, anchor: BalanceAnchor): BalanceExplanation {
  return explainBalance(anchor, reading.balance, reading.entries)
}
