import type { Address } from '@solana/kit'
import type { HistoryEntry, SolanaRpc, TransactionRecord } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-balance.ts'
import type { Journal, OwnAttempt } from '#store/journal.ts'
import { type BalanceAnchor, type BalanceExplanation, explainBalance } from './explain-balance.ts'
import { historyPages, oldestSlot } from './history-pages.ts'

/** The most pages of 1000 that are read before the history counts as too long to search. */
const MAX_HISTORY_PAGES = 50

/** Transactions asked for at the same time. */
const READS_AT_ONCE = 4

/** A finalized transaction that touched the source account. */
export interface SourceEntry extends HistoryEntry {
  /** The journal's attempt, where it is ours. */
  own: OwnAttempt | null
  /** The change of the source account's balance; null where the node does not have its record. */
  changeBaseUnits: bigint | null
  /** The node's record of one that is neither ours nor failed. */
  record: TransactionRecord | null
}

/** The fields that come from a transaction's record, not from its entry in the history. */
type SourceRecord = Pick<SourceEntry, 'memo' | 'changeBaseUnits' | 'record'>

/** The source account as one node shows it. */
export interface SourceReading {
  balance: BalanceAnchor
  /** Newest first, back to the anchor's slot. */
  entries: SourceEntry[]
  /** The entries go back to the anchor: an older one follows them, or the oldest created the account. */
  reachesBack: boolean
}

interface Source {
  journal: Pick<Journal, 'findBySignatures'>
  mint: Address
  sourceTokenAccount: Address
}

/**
 * Reads the balance and the history of a sending wallet's token account. A finalized transaction's movements
 * never change, so each is read once.
 */
export class SourceReader {
  readonly #source: Source
  readonly #records = new Map<string, TransactionRecord>()

  constructor(source: Source) {
    this.#source = source
  }

  /** Reads from one node: the balance first, so that a history of that bank or a newer one explains it. */
  async read(node: SolanaRpc, since: BalanceAnchor): Promise<SourceReading> {
    const { sourceTokenAccount } = this.#source
    const { contextSlot, account } = await node.finalizedAccount(sourceTokenAccount)
    const { entries, reach } = await readHistory(node, sourceTokenAccount, since, contextSlot)
    const balance = { slot: contextSlot, baseUnits: tokenBalance(account) }
    const reachesBack =
      reach === 'ended' ? await this.#isWhole(node, since, balance, entries) : reach === 'past'
    return { balance, entries: await this.#withChanges(node, entries), reachesBack }
  }

  /**
   * Tells whether a history that ends without an entry from before the span covers all of it. An account that
   * held nothing then may not have existed: either its oldest transaction shows that it created the account,
   * or the node has pruned older ones. Payments in those that were refilled since leave no trace in the
   * balance.
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
    const record = await this.#transaction(node, oldest)
    return record?.absentBefore.includes(this.#source.sourceTokenAccount) ?? false
  }

  async #withChanges(node: SolanaRpc, entries: readonly HistoryEntry[]): Promise<SourceEntry[]> {
    const own = await this.#source.journal.findBySignatures(entries.map(({ signature }) => signature))
    const known: SourceEntry[] = []
    for (let start = 0; start < entries.length; start += READS_AT_ONCE) {
      const page = entries.slice(start, start + READS_AT_ONCE)
      known.push(
        ...(await Promise.all(
          page.map(async (entry) => {
            const mine = own.get(entry.signature) ?? null
            return { ...entry, own: mine, ...(await this.#record(node, entry, mine)) }
          }),
        )),
      )
    }
    return known
  }

  async #record(node: SolanaRpc, entry: HistoryEntry, own: OwnAttempt | null): Promise<SourceRecord> {
    const { memo: indexedMemo, failed } = entry
    if (failed) return { memo: indexedMemo, changeBaseUnits: 0n, record: null }
    // The journal has the bytes: a transaction of that signature moves exactly what they say.
    if (own) return { memo: indexedMemo, changeBaseUnits: -own.baseUnits, record: null }
    const record = await this.#transaction(node, entry)
    if (record === null) return { memo: indexedMemo, changeBaseUnits: null, record }
    const changeBaseUnits = record.movements
      .filter(({ tokenAccount }) => tokenAccount === this.#source.sourceTokenAccount)
      .reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
    // An index may keep no memos: the signed bytes have them.
    return { memo: record.memo ?? indexedMemo, changeBaseUnits, record }
  }

  async #transaction(node: SolanaRpc, { signature }: HistoryEntry): Promise<TransactionRecord | null> {
    const record = this.#records.get(signature) ?? (await node.transaction(signature, this.#source.mint))
    if (record) this.#records.set(signature, record)
    return record
  }
}

/** Tells whether a reading's balance is the sum of the anchor and the entries since. */
export function explainReading(reading: SourceReading, anchor: BalanceAnchor): BalanceExplanation {
  return explainBalance(anchor, reading.balance, reading.entries)
}

/** Reads back to `since`. The history may end before, or be too long to search. */
async function readHistory(
  node: SolanaRpc,
  account: Address,
  since: BalanceAnchor,
  minContextSlot: number,
): Promise<{ entries: HistoryEntry[]; reach: 'past' | 'too long' | 'ended' }> {
  const entries: HistoryEntry[] = []
  let pages = 0
  for await (const page of historyPages(node, account, minContextSlot)) {
    entries.push(...page.filter(({ slot }) => slot > since.slot))
    // Only an entry from before the span proves that this answer covers it: where requests are spread over
    // nodes, one may have pruned what another's first available block promises. There is always such an
    // entry, since the account was created and funded before it paid, unless it was empty then and may not
    // have existed.
    if (oldestSlot(page) <= since.slot) return { entries, reach: 'past' }
    if (++pages === MAX_HISTORY_PAGES) return { entries, reach: 'too long' }
  }
  return { entries, reach: 'ended' }
}
