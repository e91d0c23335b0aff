import type { Address } from '@solana/kit'
import type { HistoryEntry, SolanaRpc, TransactionRecord } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-balance.ts'
import type { Journal, OwnAttempt } from '#store/journal.ts'
import { type BalanceAnchor, type BalanceExplanation, explainBalance } from './explain-balance.ts'
import { historyPages, oldestSlot } from './history-pages.ts'

/** Pages of 1000 that are looked through before the history is called too long to be searched. */
const MAX_HISTORY_PAGES = 50

/** Transactions asked for at the same time. */
const READS_AT_ONCE = 4

/** A finalized transaction that touched the source account. */
export interface SourceEntry extends HistoryEntry {
  /** Ours, as the journal has it. */
  own: OwnAttempt | null
  /** How it changed the source account's balance; null where the node does not have its record. */
  changeBaseUnits: bigint | null
  /** What the node has of one that is neither ours nor failed. */
  record: TransactionRecord | null
}

/** What a transaction's record tells beyond its entry in the history. */
type SourceRecord = Pick<SourceEntry, 'memo' | 'changeBaseUnits' | 'record'>

/** The source account as one node shows it. */
export interface SourceReading {
  balance: BalanceAnchor
  /** Newest first, back to the anchor's slot. */
  entries: SourceEntry[]
  /** The entries go back to the anchor: an older one was seen behind them, or the account was made by the oldest. */
  reachesBack: boolean
}

interface Source {
  journal: Pick<Journal, 'findBySignatures'>
  mint: Address
  sourceTokenAccount: Address
}

/**
 * Reads the balance and the history of a sending wallet's token account. What a finalized transaction moved never
 * changes, so that it is asked for once.
 */
export class SourceReader {
  readonly #source: Source
  readonly #records = new Map<string, TransactionRecord>()

  constructor(source: Source) {
    this.#source = source
  }

  /** From one node: the balance first, so that a history of that bank or a newer one has what made it. */
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
   * Tells whether a history that ends without anything from before the span has all of it. An account that held nothing then may
   * not have been there: its oldest transaction shows that it made it, or else there are older ones that the node has pruned. What
   * was paid in those and filled up again leaves no trace in the balance.
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
    // The journal has the bytes: a transaction of that signature moves just what they say.
    if (own) return { memo: indexedMemo, changeBaseUnits: -own.baseUnits, record: null }
    const record = await this.#transaction(node, entry)
    if (record === null) return { memo: indexedMemo, changeBaseUnits: null, record }
    const changeBaseUnits = record.movements
      .filter(({ tokenAccount }) => tokenAccount === this.#source.sourceTokenAccount)
      .reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
    // An index may keep no memos: the bytes that were signed have them.
    return { memo: record.memo ?? indexedMemo, changeBaseUnits, record }
  }

  async #transaction(node: SolanaRpc, { signature }: HistoryEntry): Promise<TransactionRecord | null> {
    const record = this.#records.get(signature) ?? (await node.transaction(signature, this.#source.mint))
    if (record) this.#records.set(signature, record)
    return record
  }
}

/** Tells whether a reading's balance is what the anchor and the entries since come to. */
export function explainReading(reading: SourceReading, anchor: BalanceAnchor): BalanceExplanation {
  return explainBalance(anchor, reading.balance, reading.entries)
}

/** Reads back to `since`. It may end before, or be too long to be searched. */
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
    // Only an entry from before the span proves that this answer covers it: where requests are spread over nodes, one may
    // have pruned what another's first available block promises. There is always such an entry, since the account was
    // made and filled before it paid, unless it was empty then and may not have been there.
    if (oldestSlot(page) <= since.slot) return { entries, reach: 'past' }
    if (++pages === MAX_HISTORY_PAGES) return { entries, reach: 'too long' }
  }
  return { entries, reach: 'ended' }
}
