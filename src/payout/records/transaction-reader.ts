import type { Address } from '@solana/kit'
import { bearsFerryMemo } from '#payout/send/memo.ts'
import type { HistoryEntry, SolanaRpc, TransactionRecord } from '#solana/solana-rpc.ts'

/** Transactions asked for at the same time. */
const READS_AT_ONCE = 8

/** The most records that are kept: with their signatures some 30 MB. */
const MAX_KEPT = 100_000

/** The time for which a node is not asked again for an old transaction that it did not show: it has pruned it. */
const ASK_AGAIN_AFTER_MS = 120_000

/** The age, counted in slots before the newest of the same history, from which a transaction that is not shown is not merely late. */
export const OLD_SLOTS = 1_500

interface HistoryProgress {
  read: number
  of: number
}

/**
 * Reads the records of the finalized transactions of one token account, and keeps the part of each that tells
 * how it changed that account. A finalized transaction never changes: each is read once.
 */
export class TransactionReader {
  readonly #account: { mintAddress: Address; sourceTokenAccount: Address }
  readonly #monotonicMs: () => number
  readonly #kept = new Map<string, TransactionRecord>()
  /** The times until which a node is not asked again for what it did not show, by node and signature. */
  readonly #notShownUntilMs = new Map<string, number>()
  #progress: HistoryProgress | null = null

  constructor(
    account: { mintAddress: Address; sourceTokenAccount: Address },
    monotonicMs: () => number = () => performance.now(),
  ) {
    this.#account = account
    this.#monotonicMs = monotonicMs
  }

  /** The progress of the reading under way; null while nothing is read. */
  get progress(): HistoryProgress | null {
    return this.#progress
  }

  has({ signature }: HistoryEntry): boolean {
    return this.#kept.has(signature)
  }

  /**
   * Reads the records of these entries, in their order; null for those that the node does not show. Throws
   * RpcUnavailableError, or the signal's reason: what was read until then is kept.
   */
  async readAll(
    node: SolanaRpc,
    entries: readonly HistoryEntry[],
    {
      signal,
      onProgress,
    }: {
      signal?: AbortSignal | undefined
      onProgress?: ((read: number, of: number) => void) | undefined
    } = {},
  ): Promise<(TransactionRecord | null)[]> {
    const newestSlot = entries.reduce((newest, { slot }) => Math.max(newest, slot), 0)
    const progress = { read: 0, of: entries.length }
    const records: (TransactionRecord | null)[] = []
    const waiting = entries.entries()
    const failed = new AbortController()
    const work = async () => {
      for (const [index, entry] of waiting) {
        signal?.throwIfAborted()
        if (failed.signal.aborted) return
        records[index] = await this.#read(node, entry, entry.slot < newestSlot - OLD_SLOTS)
        progress.read += 1
        onProgress?.(progress.read, progress.of)
      }
    }
    this.#progress = progress
    try {
      await Promise.all(Array.from({ length: READS_AT_ONCE }, work))
    } finally {
      failed.abort()
      this.#progress = null
    }
    return records
  }

  async #read(
    node: SolanaRpc,
    { signature }: HistoryEntry,
    isOld: boolean,
  ): Promise<TransactionRecord | null> {
    const kept = this.#kept.get(signature)
    if (kept) return kept
    const nowMs = this.#monotonicMs()
    const asked = `${node.name} ${signature}`
    if (nowMs < (this.#notShownUntilMs.get(asked) ?? nowMs)) return null
    const record = await node.transaction(signature, this.#account.mintAddress)
    if (record === null) {
      if (isOld && this.#notShownUntilMs.size < MAX_KEPT)
        this.#notShownUntilMs.set(asked, nowMs + ASK_AGAIN_AFTER_MS)
      return null
    }
    const part = this.#partOf(record)
    if (this.#kept.size < MAX_KEPT) this.#kept.set(signature, part)
    return part
  }

  /** Returns the part of a record that is kept: nothing of the movements of one that did not move the account's balance. */
  #partOf(record: TransactionRecord): TransactionRecord {
    const { sourceTokenAccount } = this.#account
    const isMoving = record.movements.some(({ tokenAccount }) => tokenAccount === sourceTokenAccount)
    return {
      ...record,
      signers: isMoving ? record.signers : [],
      memo: isMoving || bearsFerryMemo(record.memo) ? record.memo : null,
      movements: isMoving ? record.movements : [],
      absentBefore: record.absentBefore.filter((address) => address === sourceTokenAccount),
    }
  }
}
