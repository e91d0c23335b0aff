import type { Transfer } from '#domain/transfer.ts'
import type { Clock } from '#payout/clock.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import { LOOK_AHEAD, type LookedUp, RecipientLookAhead } from './look-up-recipients.ts'
import { type PreparedBatch, prepareBatch } from './prepare-batch.ts'
import type { SimulationTerms } from './prepare-transaction.ts'
import { type AuthorizingParts, holdUnauthorized } from './signed-payments.ts'

/** The batches that are prepared at once: while one waits for the node, the next are asked for, though a turn reads statuses in between. */
const BATCHES_AT_ONCE = 3

/** A batch is not prepared ahead of a longer delay: it would be simulated too early. */
const LONGEST_DELAY_MS = 5_000

/** The greatest age of a simulation that is signed by. */
const USABLE_FOR_MS = 30_000

interface AheadTerms extends SimulationTerms {
  batchSize: number
  /** The slot of the bank by which the run was cleared: what came before it is known, and no account of it is created again. */
  clearedSlot: number
  /** False prepares one batch alone. */
  mayGoAhead: boolean
}

interface Ahead {
  transfers: readonly Transfer[]
  format: TransactionFormat
  atMs: number
  prepared: Promise<Prepared>
}

interface Prepared {
  batch: PreparedBatch
  verify: LookedUp['verify']
}

/**
 * Prepares a run's next batches while the last one is sent: who is paid is looked up, and their transactions simulated. Nothing is
 * signed here, and nothing is remembered: what is queued is read anew for each batch, and a batch of anything else is dropped.
 */
export class BatchPipeline {
  readonly #parts: AuthorizingParts & { wallet: SendingWallet; clock: Clock }
  readonly #recipients: RecipientLookAhead
  #atOnce: number
  #batches: Ahead[] = []

  constructor(parts: AuthorizingParts & { wallet: SendingWallet; clock: Clock }, delayMs: number) {
    this.#parts = parts
    this.#recipients = new RecipientLookAhead(parts.wallet.reader, parts.wallet.mint, parts.clock)
    this.#atOnce = delayMs <= LONGEST_DELAY_MS ? BATCHES_AT_ONCE : 1
  }

  /** Returns how many queued transfers `next` needs to see. */
  sees(batchSize: number): number {
    return batchSize * (this.#atOnce + 1) + LOOK_AHEAD
  }

  /**
   * Returns the next batch once it is simulated, and begins with those after it. Null when none of those that are queued may be paid, or
   * their recipients are looked up anew.
   * Throws RpcUnavailableError.
   */
  async next(queued: readonly Transfer[], terms: AheadTerms): Promise<PreparedBatch | null> {
    this.#dropChanged(queued, terms)
    const begun = new Set(this.#batches.flatMap(({ transfers }) => transfers.map(({ id }) => id)))
    let free = queued.filter(({ id }) => !begun.has(id))
    const atOnce = terms.mayGoAhead ? this.#atOnce : 1
    while (this.#batches.length < atOnce && free.length > 0) {
      // The last batch waits for what those before it leave out, which would else be a transaction of its own.
      if (this.#batches.length > 0 && free.length <= terms.batchSize) break
      const transfers = await holdUnauthorized(this.#parts, free.slice(0, terms.batchSize))
      free = free.slice(terms.batchSize)
      if (transfers.length > 0) this.#begin(transfers, free, terms)
    }
    const first = await this.#batches.shift()?.prepared
    if (!first) return null
    if (await first.verify()) return first.batch
    this.clear()
    return null
  }

  /** Forgets the state of recipients, after a transaction's result contradicted it. */
  forget(transfers: readonly Transfer[]): void {
    this.#recipients.forget(transfers.map(({ recipient }) => recipient))
  }

  /** Drops what was prepared. */
  clear(): void {
    this.#batches = []
  }

  #begin(transfers: readonly Transfer[], rest: readonly Transfer[], terms: AheadTerms): void {
    const prepared = this.#prepare(transfers, rest, terms)
    // Thrown once it is its turn, if it is not dropped before.
    prepared.catch(() => {})
    const atMs = this.#parts.clock.monotonicMs()
    this.#batches.push({ transfers, format: terms.format, atMs, prepared })
  }

  async #prepare(
    transfers: readonly Transfer[],
    rest: readonly Transfer[],
    terms: AheadTerms,
  ): Promise<Prepared> {
    const queued = [...transfers, ...rest].map(({ recipient }) => recipient)
    const looked = await this.#recipients.look(queued, transfers.length, terms.clearedSlot)
    const more = { ...terms, moreQueued: rest.length > 0 }
    const batch = await prepareBatch(this.#parts.wallet, transfers, looked.recipients, more)
    return { batch, verify: looked.verify }
  }

  /** Drops batches that are old, of another format, or of transfers that are not queued as they were. */
  #dropChanged(queued: readonly Transfer[], { format, batchSize }: AheadTerms): void {
    const nowMs = this.#parts.clock.monotonicMs()
    // A slow node simulates them too early.
    if (this.#batches.some(({ atMs }) => nowMs - atMs > USABLE_FOR_MS))
      this.#atOnce = Math.max(this.#atOnce - 1, 1)
    const byId = new Map(queued.map((transfer) => [transfer.id, transfer]))
    this.#batches = this.#batches.filter(
      (ahead) =>
        ahead.format === format &&
        ahead.transfers.length <= batchSize &&
        nowMs - ahead.atMs <= USABLE_FOR_MS &&
        ahead.transfers.every((transfer) => isSamePayment(transfer, byId.get(transfer.id))),
    )
  }
}

function isSamePayment(before: Transfer, now: Transfer | undefined): boolean {
  return (
    now !== undefined &&
    now.recipient === before.recipient &&
    now.baseUnits === before.baseUnits &&
    now.packLimit === before.packLimit
  )
}
