import { createHash } from 'node:crypto'
import { type Blockhash, getBase58Decoder } from '@solana/kit'

export const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const
export type Commitment = (typeof COMMITMENTS)[number]

/** A transaction may land while its blockhash is at most this many blocks old. */
export const MAX_BLOCKHASH_AGE_BLOCKS = 150

/** Every slot with a number divisible by this makes no block, so that slots and block heights drift apart. */
const SKIPPED_SLOT_INTERVAL = 20

const LEAST_KEPT_BLOCKS = 512

export interface Block {
  slot: number
  height: number
  blockhash: Blockhash
  /** Seconds since the epoch. */
  blockTimeSeconds: number
  /** Transactions that landed from genesis up to and including this block. */
  transactionCount: number
}

export interface BlockChainOptions {
  genesisHash: Blockhash
  confirmedAfterSlots: number
  finalizedAfterSlots: number
  nowMs: () => number
}

/** A view of the chain, which may lack its newest blocks. */
export interface ChainView {
  /** The newest block of the view. */
  readonly tip: Block
  /** Returns the newest block that has reached the commitment; near genesis, where none is deep enough, the oldest. */
  at(commitment: Commitment): Block
  /** Returns the commitment that a block at this slot has reached. */
  commitmentOf(slot: number): Commitment
  /** True when a transaction with this blockhash may land on top of the given block. */
  isBlockhashValid(blockhash: string, at: Block): boolean
  /** Returns up to `count` blocks up to the tip, oldest first. */
  newest(count: number): readonly Block[]
}

/**
 * The newest blocks, one after the other. The tip is the open block: transactions land in it, and `processed` sees it.
 * Blockhashes are derived from the genesis hash, so that the same genesis hash and the same forks give the same chain.
 */
export class BlockChain implements ChainView {
  readonly #options: BlockChainOptions
  readonly #blocks: [Block, ...Block[]]
  readonly #byBlockhash = new Map<string, Block>()
  #tip: Block
  #forks = 0
  #keptFromSlot = Number.POSITIVE_INFINITY

  constructor(options: BlockChainOptions) {
    this.#options = options
    this.#tip = {
      slot: 0,
      height: 0,
      blockhash: options.genesisHash,
      blockTimeSeconds: this.#nowSeconds(),
      transactionCount: 0,
    }
    this.#blocks = [this.#tip]
    this.#byBlockhash.set(this.#tip.blockhash, this.#tip)
  }

  get tip(): Block {
    return this.#tip
  }

  /** Closes the tip and opens the next block, passing over a skipped slot. */
  extend(): Block {
    const parent = this.#tip
    const slot = (parent.slot + 1) % SKIPPED_SLOT_INTERVAL === 0 ? parent.slot + 2 : parent.slot + 1
    const block: Block = {
      slot,
      height: parent.height + 1,
      blockhash: nextBlockhash(parent.blockhash, slot, this.#forks),
      blockTimeSeconds: this.#nowSeconds(),
      transactionCount: parent.transactionCount,
    }
    this.#tip = block
    this.#blocks.push(block)
    this.#byBlockhash.set(block.blockhash, block)
    this.#forgetOldBlocks()
    return block
  }

  /**
   * Switches to another fork: every block above the slot is replaced by an empty one with another blockhash. Slots and
   * heights stay, so that time never runs backwards. Throws RangeError rather than replace a finalized block.
   */
  forkAbove(slot: number): void {
    if (slot < this.at('finalized').slot) throw new RangeError(`slot ${slot} lies below a finalized block`)
    this.#forks += 1
    let parent = this.upTo(slot)
    for (const [index, abandoned] of this.#blocks.entries()) {
      if (abandoned.slot <= slot) continue
      const { transactionCount } = parent
      const blockhash = nextBlockhash(parent.blockhash, abandoned.slot, this.#forks)
      this.#byBlockhash.delete(abandoned.blockhash)
      parent = { ...abandoned, blockhash, transactionCount }
      this.#blocks[index] = parent
      this.#byBlockhash.set(blockhash, parent)
    }
    this.#tip = parent
  }

  at(commitment: Commitment): Block {
    return this.upTo(this.#tip.slot - this.depthSlots(commitment))
  }

  /** Returns the newest block that is no newer than the slot; the oldest one where there is none. */
  upTo(slot: number): Block {
    return this.#blocks.findLast((block) => block.slot <= slot) ?? this.#blocks[0]
  }

  commitmentOf(slot: number): Commitment {
    return commitmentIn(this, slot)
  }

  isBlockhashValid(blockhash: string, at: Block): boolean {
    const block = this.#byBlockhash.get(blockhash)
    if (!block || block.height > at.height) return false
    return at.height - block.height <= MAX_BLOCKHASH_AGE_BLOCKS
  }

  newest(count: number): readonly Block[] {
    return this.#blocks.slice(-count)
  }

  /** Returns how many slots a block must be below the tip to have reached the commitment. */
  depthSlots(commitment: Commitment): number {
    if (commitment === 'processed') return 0
    return commitment === 'confirmed' ? this.#options.confirmedAfterSlots : this.#options.finalizedAfterSlots
  }

  /** Keeps the blocks from this slot on, however many follow. */
  keepFrom(slot: number): void {
    this.#keptFromSlot = slot
  }

  #forgetOldBlocks(): void {
    const kept = Math.max(LEAST_KEPT_BLOCKS, this.#options.finalizedAfterSlots + 2)
    if (this.#blocks.length <= kept || this.#blocks[0].slot >= this.#keptFromSlot) return
    const oldest = this.#blocks.shift()
    if (oldest) this.#byBlockhash.delete(oldest.blockhash)
  }

  #nowSeconds(): number {
    return Math.floor(this.#options.nowMs() / 1000)
  }
}

/** Returns the commitment that a block at this slot has reached in a view of the chain. */
export function commitmentIn(chain: Pick<ChainView, 'at'>, slot: number): Commitment {
  if (slot <= chain.at('finalized').slot) return 'finalized'
  return slot <= chain.at('confirmed').slot ? 'confirmed' : 'processed'
}

function nextBlockhash(parent: Blockhash, slot: number, fork: number): Blockhash {
  const hash = createHash('sha256').update(`${parent}:${slot}:${fork}`).digest()
  return getBase58Decoder().decode(hash) as Blockhash
}
