import type { Clock } from '#payout/clock.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import type { PayingAccount } from '#payout/paying-account.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import type { TransactionReader } from './transaction-reader.ts'
import { type UnknownPayments, unknownPaymentsIn } from './unknown-payments.ts'
import { lacksTransaction, readHistory } from './wallet-history.ts'

/**
 * The interval at which a paying run checks whether another Ferry, with its own records, pays from the same
 * wallet.
 */
const LOOK_EVERY_MS = 15_000

/**
 * The time until the next check after an answer without a transaction of the run: its first payments become
 * final meanwhile.
 */
const LOOK_AGAIN_AFTER_MS = 3_000

interface WatchParts {
  store: Pick<Store, 'journal' | 'knownTransactions'>
  reader: FailoverRpc
  clock: Pick<Clock, 'monotonicMs'>
  account: PayingAccount
  /** Keeps what was read before. */
  transactions: TransactionReader
  runId: number
  /** The slot of the balance that the run started from. */
  sinceSlot: number
}

/** The result of one check of the wallet's newest history. */
interface Look {
  unknown: UnknownPayments
  /** The slot of the run's newest transaction in it, where one answer shows it all: only the run's cluster has that transaction. */
  ownSlot: number | null
}

/**
 * Looks, while a run pays, for payments from its wallet that the records do not have. A machine and its clone
 * start with the same records, and to each the payments of the other are unknown. A history with a
 * transaction of the run is of its cluster; any other counts only in a verified read, with the genesis hash
 * checked before and after.
 */
export class PaymentWatch {
  readonly #parts: WatchParts
  #lookAtMs: number
  #isUnproven = false
  /** The slots that the last check and the one before it reached: an index may be late. */
  #slots: { last: number; before: number }

  constructor(parts: WatchParts) {
    this.#parts = parts
    this.#slots = { last: parts.sinceSlot, before: parts.sinceSlot }
    this.#lookAtMs = parts.clock.monotonicMs() + LOOK_EVERY_MS
  }

  /**
   * Returns the payments that the records lack; null where there are none, or the next check is not due.
   * Throws RpcUnavailableError.
   */
  async look(signal?: AbortSignal): Promise<UnknownPayments | null> {
    const { reader, clock } = this.#parts
    if (clock.monotonicMs() < this.#lookAtMs) return null
    this.#lookAtMs = clock.monotonicMs() + LOOK_EVERY_MS
    const { unknown, ownSlot } = await reader.read((node) => this.#ask(node, signal))
    if (unknown.payments === 0 && ownSlot !== null) return this.#sawUpTo(ownSlot)
    if (unknown.payments === 0 && !this.#isUnproven) {
      this.#isUnproven = true
      this.#lookAtMs = clock.monotonicMs() + LOOK_AGAIN_AFTER_MS
      return null
    }
    const sure = await reader.readSurely(async (node) => ({
      slot: (await node.finalizedPosition()).slot,
      found: await this.#ask(node, signal),
    }))
    this.#sawUpTo(sure.slot)
    return sure.found.unknown.payments > 0 ? sure.found.unknown : null
  }

  #sawUpTo(slot: number): null {
    this.#slots = { last: slot, before: this.#slots.last }
    this.#isUnproven = false
    return null
  }

  async #ask(node: SolanaRpc, signal: AbortSignal | undefined): Promise<Look> {
    const { store, account, runId, transactions } = this.#parts
    const { entries, isOneAnswer } = await readHistory(node, account.sourceTokenAccount, {
      sinceSlot: this.#slots.before,
      ownAmong: (signatures) => store.journal.findAccounted(signatures),
    })
    const signatures = entries.filter(({ failed }) => !failed).map(({ signature }) => signature)
    const own = await store.journal.signedBy(runId, signatures)
    const newest = entries.find(({ signature }) => own.has(signature))
    const unknown = await unknownPaymentsIn(node, store, account, entries, { transactions, signal })
    if (unknown.payments === 0 && unknown.unshown.length > 0) throw lacksTransaction(node)
    return {
      unknown,
      ownSlot: isOneAnswer && newest ? newest.slot : null,
    }
  }
}
