import { type LatestBlockhash, RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { Clock } from './clock.ts'
import type { FailoverRpc } from './failover-rpc.ts'
import { readFittingBlockhash } from './fitting-blockhash.ts'

/** Slots for which a blockhash is used again: about a quarter of its life, so that what it signs has time to land. */
const USED_FOR_SLOTS = 40

/** Slots after which the next one is read. */
const READ_NEXT_AFTER_SLOTS = 20

/** The longest time between reading a blockhash and the node's proof of its cluster, before and after. */
const CONFIRMED_WITHIN_MS = 5_000

/**
 * The longest time for which the first blockhash is used after it was requested: the run begins at once,
 * unless the process is suspended.
 */
const FIRST_USABLE_FOR_MS = 3_000

/** A blockhash from a verified read, and the time of its request by the monotonic clock. */
export interface FirstBlockhash extends LatestBlockhash {
  askedAtMs: number
}

interface Unconfirmed {
  blockhash: LatestBlockhash
  node: SolanaRpc
  readAtMs: number
}

/**
 * Hands out blockhashes of the right cluster, each for several batches. A node shows its cluster by naming the genesis
 * hash, or by knowing a transaction of ours when it is asked for statuses: with the second, which is asked for anyway,
 * a blockhash costs one request.
 */
export class BlockhashSource {
  readonly #reader: FailoverRpc
  readonly #clock: Clock
  readonly #notBeforeSlot: number
  #first: FirstBlockhash | null
  #current: LatestBlockhash | null = null
  #next: Unconfirmed | null = null

  /**
   * `notBeforeSlot`: everything that is signed refers to a bank no older, so that its expiry can be proved
   * from there.
   */
  constructor(reader: FailoverRpc, clock: Clock, notBeforeSlot: number, first: FirstBlockhash | null) {
    this.#reader = reader
    this.#clock = clock
    this.#notBeforeSlot = notBeforeSlot
    this.#first = first
  }

  /** Returns a blockhash. `bankSlot` is the newest slot that any answer showed; null when none did yet. */
  async latest(bankSlot: number | null): Promise<LatestBlockhash> {
    this.#takeNext()
    const current = this.#current
    if (current && bankSlot !== null && bankSlot - current.contextSlot <= USED_FOR_SLOTS) return current
    const blockhash = this.#takeFirst() ?? (await this.#reader.readSurely((node) => this.#readRecent(node)))
    this.#current = blockhash
    this.#next = null
    return blockhash
  }

  /** Reads the next blockhash ahead, where the node has just shown its cluster: the next look at statuses confirms it. */
  async readAhead(bankSlot: number | null): Promise<void> {
    const node = this.#reader.preferred
    const isOld =
      this.#current && bankSlot !== null && bankSlot - this.#current.contextSlot > READ_NEXT_AFTER_SLOTS
    if (!isOld || this.#next || !isNear(this.#clock.monotonicMs(), this.#reader.confirmedAtMs(node))) return
    const blockhash = await readFittingBlockhash(node)
    this.#next = { blockhash, node, readAtMs: this.#clock.monotonicMs() }
  }

  /** Returns it once, if it is still new. */
  #takeFirst(): LatestBlockhash | null {
    const first = this.#first
    this.#first = null
    if (!first || first.contextSlot < this.#notBeforeSlot) return null
    return this.#clock.monotonicMs() - first.askedAtMs <= FIRST_USABLE_FOR_MS ? first : null
  }

  #takeNext(): void {
    if (!this.#next) return
    const { blockhash, node, readAtMs } = this.#next
    const confirmedAtMs = this.#reader.confirmedAtMs(node)
    if (confirmedAtMs < readAtMs) return
    this.#next = null
    const isOlder = blockhash.contextSlot < (this.#current?.contextSlot ?? this.#notBeforeSlot)
    if (isNear(confirmedAtMs, readAtMs) && !isOlder) this.#current = blockhash
  }

  async #readRecent(node: SolanaRpc): Promise<LatestBlockhash> {
    const blockhash = await readFittingBlockhash(node)
    if (blockhash.contextSlot < this.#notBeforeSlot)
      throw new RpcUnavailableError('its newest blockhash is an old one', { nodeName: node.name })
    return blockhash
  }
}

function isNear(laterMs: number, earlierMs: number): boolean {
  return laterMs - earlierMs <= CONFIRMED_WITHIN_MS
}
