import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import type { Clock } from './clock.ts'
import type { FailoverRpc } from './failover-rpc.ts'
import { type UnknownPayments, unknownPaymentsIn } from './unknown-payments.ts'
import { type PayingAccount, readHistory } from './wallet-history.ts'

/** How often a run that pays looks whether another Ferry, on records of its own, pays from the same wallet. */
const LOOK_EVERY_MS = 15_000

/** How long after an answer that shows nothing of the run the next one is asked for: its first payments become final meanwhile. */
const LOOK_AGAIN_AFTER_MS = 3_000

export interface WatchParts {
  store: Pick<Store, 'journal' | 'knownTransactions'>
  reader: FailoverRpc
  clock: Pick<Clock, 'monotonicMs'>
  account: PayingAccount
  runId: number
  /** The slot of the balance that the run started from. */
  sinceSlot: number
}

/** What one look at the wallet's newest history found. */
interface Look {
  unknown: UnknownPayments
  /** The slot of the run's newest transaction in it, where one answer shows it all: only the run's cluster has that transaction. */
  ownSlot: number | null
}

/**
 * Looks, while a run pays, for payments from its wallet that the records do not have. A machine and its clone begin alike, and each
 * has what the other pays for unknown. A history that has a transaction of the run in it is its cluster's; by any other nothing is
 * concluded, unless the node names its genesis hash before and after.
 */
export class PaymentWatch {
  readonly #parts: WatchParts
  #lookAtMs: number
  #isUnproven = false
  /** Up to where the last look saw, and the one before it: an index may be late. */
  #slots: { last: number; before: number }

  constructor(parts: WatchParts) {
    this.#parts = parts
    this.#slots = { last: parts.sinceSlot, before: parts.sinceSlot }
    this.#lookAtMs = parts.clock.monotonicMs() + LOOK_EVERY_MS
  }

  /** Returns what the records lack; null where that is nothing, or it is not time to look. Throws RpcUnavailableError. */
  async look(): Promise<UnknownPayments | null> {
    const { reader, clock } = this.#parts
    if (clock.monotonicMs() < this.#lookAtMs) return null
    this.#lookAtMs = clock.monotonicMs() + LOOK_EVERY_MS
    const { unknown, ownSlot } = await reader.read((node) => this.#ask(node))
    if (unknown.payments === 0 && ownSlot !== null) return this.#sawUpTo(ownSlot)
    if (unknown.payments === 0 && !this.#isUnproven) {
      this.#isUnproven = true
      this.#lookAtMs = clock.monotonicMs() + LOOK_AGAIN_AFTER_MS
      return null
    }
    const sure = await reader.readSurely(async (node) => ({
      slot: (await node.finalizedPosition()).slot,
      found: await this.#ask(node),
    }))
    this.#sawUpTo(sure.slot)
    return sure.found.unknown.payments > 0 ? sure.found.unknown : null
  }

  #sawUpTo(slot: number): null {
    this.#slots = { last: slot, before: this.#slots.last }
    this.#isUnproven = false
    return null
  }

  async #ask(node: SolanaRpc): Promise<Look> {
    const { store, account, runId } = this.#parts
    const { entries, isOneAnswer } = await readHistory(node, account, { sinceSlot: this.#slots.before })
    const signatures = entries.map(({ signature }) => signature)
    const own = await store.journal.signedBy(runId, signatures)
    const newest = entries.find(({ signature }) => own.has(signature))
    return {
      unknown: await unknownPaymentsIn(node, store, account, { entries }),
      ownSlot: isOneAnswer && newest ? newest.slot : null,
    }
  }
}
