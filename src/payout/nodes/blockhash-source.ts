import type { Clock } from '#payout/clock.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import { BLOCKHASH_LIFE_BLOCKS } from '#payout/settle/attempt-machine.ts'
import {
  type BlockPosition,
  type LatestBlockhash,
  RpcUnavailableError,
  type SolanaRpc,
} from '#solana/solana-rpc.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import type { AheadAnswer, FailoverRpc } from './failover-rpc.ts'
import { BEHIND_SLOTS } from './node-watch.ts'

/** Slots for which a blockhash is used again: about a quarter of its life, so that what it signs has time to land. */
const USED_FOR_SLOTS = 40

/** Slots after which the next one is read. */
const READ_NEXT_AFTER_SLOTS = 20

/**
 * The longest time for which the first blockhash is used after it was requested: the run begins at once,
 * unless the process is suspended.
 */
const FIRST_USABLE_FOR_MS = 3_000

/** A blockhash, and the rent that stays in each new token account, as the same node said it at the time. */
export interface SigningBlockhash extends LatestBlockhash {
  accountRentLamports: bigint
}

/** A blockhash from a verified read, and the time of its request by the monotonic clock. */
export interface FirstBlockhash extends SigningBlockhash {
  askedAtMs: number
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
  readonly #accountBytes: number
  #first: FirstBlockhash | null
  #current: SigningBlockhash | null = null
  #next: AheadAnswer<SigningBlockhash> | null = null

  /**
   * `notBeforeSlot`: everything that is signed refers to a bank no older, so that its expiry can be proved
   * from there.
   */
  constructor(
    { reader, mint }: Pick<SendingWallet, 'reader' | 'mint'>,
    clock: Clock,
    notBeforeSlot: number,
    { blockhash }: Pick<SigningTerms, 'blockhash'>,
  ) {
    this.#reader = reader
    this.#accountBytes = mint.tokenAccountBytes
    this.#clock = clock
    this.#notBeforeSlot = notBeforeSlot
    this.#first = blockhash
  }

  /** Returns a blockhash. `bankSlot` is the newest slot that any answer showed; null when none did yet. */
  async latest(bankSlot: number | null): Promise<SigningBlockhash> {
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
    const isOld =
      this.#current && bankSlot !== null && bankSlot - this.#current.contextSlot > READ_NEXT_AFTER_SLOTS
    if (!isOld || this.#next || !this.#reader.isConfirmed(this.#reader.preferred)) return
    this.#next = await this.#reader.readAhead((node) => readSigningBlockhash(node, this.#accountBytes))
  }

  /** Returns it once, if it is still new. */
  #takeFirst(): SigningBlockhash | null {
    const first = this.#first
    this.#first = null
    if (!first || first.contextSlot < this.#notBeforeSlot) return null
    return this.#clock.monotonicMs() - first.askedAtMs <= FIRST_USABLE_FOR_MS ? first : null
  }

  #takeNext(): void {
    if (!this.#next?.isVerified()) return
    const { answer } = this.#next
    this.#next = null
    if (answer.contextSlot >= (this.#current?.contextSlot ?? this.#notBeforeSlot)) this.#current = answer
  }

  async #readRecent(node: SolanaRpc): Promise<SigningBlockhash> {
    const blockhash = await readSigningBlockhash(node, this.#accountBytes)
    if (blockhash.contextSlot < this.#notBeforeSlot)
      throw new RpcUnavailableError('its newest blockhash is an old one', { nodeName: node.name })
    return blockhash
  }
}

/**
 * The most slots by which a blockhash's bank may be ahead of or behind the finalized one: with more, the
 * cluster finalizes nothing.
 */
const MAX_SLOTS_APART = 1_000

/**
 * Reads a blockhash as readFittingBlockhash does, and the rent of an account of this size. Another machine of the node's may tell that: it
 * must not be as far behind as a node that is passed over. Throws RpcUnavailableError.
 */
export async function readSigningBlockhash(node: SolanaRpc, accountBytes: number): Promise<SigningBlockhash> {
  const [blockhash, rent] = await Promise.all([readFittingBlockhash(node), node.rent(accountBytes)])
  if (rent.contextSlot < blockhash.contextSlot - BEHIND_SLOTS)
    throw new RpcUnavailableError('it tells the rent of an old bank', { nodeName: node.name })
  return { ...blockhash, accountRentLamports: rent.lamports }
}

/**
 * Reads the newest blockhash, and checks that slot and height fit the finalized ones: from one bank to a
 * later one, the height grows by no more than the slot. A last valid height that is too low would have a
 * transaction signed again while it can still land; one that is too high, or a slot from the future, would
 * keep it from ever expiring. Throws RpcUnavailableError.
 */
export async function readFittingBlockhash(node: SolanaRpc): Promise<LatestBlockhash> {
  return (await readFitting(node)).blockhash
}

/**
 * Reads a height that no blockhash of now outlives, but for what lies between this node and the one furthest ahead: a node may answer
 * with a blockhash that is not its newest, while the height that it finalized is. Throws RpcUnavailableError.
 */
export async function readLastValidHeight(node: SolanaRpc): Promise<number> {
  const { blockhash, finalized } = await readFitting(node)
  return Math.max(blockhash.lastValidBlockHeight, finalized.blockHeight + BLOCKHASH_LIFE_BLOCKS)
}

async function readFitting(node: SolanaRpc) {
  const [blockhash, finalized] = await Promise.all([node.latestBlockhash(), node.finalizedPosition()])
  if (isFitting(blockhash, finalized)) return { blockhash, finalized }
  throw new RpcUnavailableError('its newest blockhash does not fit the height of its blocks', {
    nodeName: node.name,
  })
}

function isFitting(
  { contextSlot, lastValidBlockHeight }: LatestBlockhash,
  finalized: BlockPosition,
): boolean {
  const slots = contextSlot - finalized.slot
  const blocks = lastValidBlockHeight - BLOCKHASH_LIFE_BLOCKS - finalized.blockHeight
  return Math.abs(slots) <= MAX_SLOTS_APART && blocks >= Math.min(slots, 0) && blocks <= Math.max(slots, 0)
}

/** The cluster's terms that a run signs by, from the same verified read that cleared it. */
export interface SigningTerms {
  /** The largest format of transactions that it accepts. */
  format: TransactionFormat
  /** The first blockhash; null where none was read. */
  blockhash: FirstBlockhash | null
}
