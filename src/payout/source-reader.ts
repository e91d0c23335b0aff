import type { Address } from '@solana/kit'
import type { Cluster, HistoryEntry } from '#solana/cluster.ts'
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
}

/** What a transaction's record tells beyond its entry in the history. */
type SourceRecord = Pick<SourceEntry, 'memo' | 'changeBaseUnits'>

/** The source account as one node shows it. */
export interface SourceReading {
  balance: BalanceAnchor
  /** Newest first, back to the anchor's slot. */
  entries: SourceEntry[]
  /** The entries go back to the anchor: an older one was seen behind them, or there is none. */
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
  readonly #records = new Map<string, SourceRecord>()

  constructor(source: Source) {
    this.#source = source
  }

  /** From one node: the balance first, so that a history of that bank or a newer one has what made it. */
  async read(node: Cluster, since: BalanceAnchor): Promise<SourceReading> {
    const { sourceTokenAccount } = this.#source
    const { contextSlot, account } = await node.finalizedAccount(sourceTokenAccount)
    const { entries, reachesBack } = await readHistory(node, sourceTokenAccount, since, contextSlot)
    const balance = { slot: contextSlot, baseUnits: tokenBalance(account) }
    return { balance, entries: await this.#withChanges(node, entries), reachesBack }
  }

  async #withChanges(node: Cluster, entries: readonly HistoryEntry[]): Promise<SourceEntry[]> {
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

  async #record(
    node: Cluster,
    { signature, memo: indexedMemo, failed }: HistoryEntry,
    own: OwnAttempt | null,
  ): Promise<SourceRecord> {
    if (failed) return { memo: indexedMemo, changeBaseUnits: 0n }
    // The journal has the bytes: a transaction of that signature moves just what they say.
    if (own) return { memo: indexedMemo, changeBaseUnits: -own.baseUnits }
    const known = this.#records.get(signature)
    if (known) return known
    const { mint, sourceTokenAccount } = this.#source
    const record = await node.transaction(signature, mint)
    if (record === null) return { memo: indexedMemo, changeBaseUnits: null }
    const changeBaseUnits = record.movements
      .filter(({ tokenAccount }) => tokenAccount === sourceTokenAccount)
      .reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
    // An index may keep no memos: the bytes that were signed have them.
    const read = { memo: record.memo ?? indexedMemo, changeBaseUnits }
    this.#records.set(signature, read)
    return read
  }
}

/** Tells whether a reading's balance is what the anchor and the entries since come to. */
export function explainReading(reading: SourceReading, anchor: BalanceAnchor): BalanceExplanation {
  return explainBalance(anchor, reading.balance, reading.entries)
}

async function readHistory(node: Cluster, account: Address, since: BalanceAnchor, minContextSlot: number) {
  const entries: HistoryEntry[] = []
  let pages = 0
  for await (const page of historyPages(node, account, minContextSlot)) {
    entries.push(...page.filter(({ slot }) => slot > since.slot))
    // Only an entry from before the span proves that this answer covers it: where requests are spread over nodes, one may
    // have pruned what another's first available block promises. There is always such an entry, since the account was
    // made and filled before it paid, unless it was empty then and may not have been there.
    if (oldestSlot(page) <= since.slot) return { entries, reachesBack: true }
    if (++pages === MAX_HISTORY_PAGES) return { entries, reachesBack: false }
  }
  return { entries, reachesBack: since.slot < 0 || since.baseUnits === 0n }
}
