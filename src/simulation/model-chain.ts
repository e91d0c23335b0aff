import { getBase58Decoder } from '@solana/kit'
import { ModelLedger, type Undo } from './model-ledger.ts'
import { type ModelTransaction, readModelTransaction } from './model-transaction.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface ModelBlock {
  slot: number
  height: number
  blockhash: string
  transactions: LandedTransaction[]
}

export interface LandedTransaction {
  transaction: ModelTransaction
  slot: number
  error: string | null
  undo: Undo
}

export interface ChainRates {
  skippedSlot: number
  fork: number
  /** A transaction of an abandoned block lands again by itself. */
  relanding: number
  /** Whether v1 transactions land just now. */
  landsV1: boolean
}

/** What happens to a chain by itself. */
export type ChainMishap = 'fork' | 'v1Dropped'

/** Slots below the tip at which a block can not be rolled back any more; 32 on a public cluster. */
export const FINALIZED_AFTER_SLOTS = 8
export const CONFIRMED_AFTER_SLOTS = 2

/** Blocks for which a blockhash is good; 150 on a public cluster. Fewer here, so that more expires in less time. */
export const BLOCKHASH_LIFE = 40

/**
 * One chain of blocks that is extended slot by slot and may lose its unfinalized end to another fork. What is finalized
 * stays. A signature lands at most once on it.
 */
export class ModelChain {
  readonly ledger = new ModelLedger()
  readonly blocks: ModelBlock[] = []
  readonly landed = new Map<string, LandedTransaction>()
  /** Transactions of abandoned blocks: a node may go on showing them for a while. */
  readonly abandoned = new Map<string, LandedTransaction>()
  readonly #mempool: { transaction: ModelTransaction; dueSlot: number }[] = []
  readonly #random: SeededRandom
  readonly #rates: () => ChainRates
  readonly #onMishap: (kind: ChainMishap) => void
  readonly firstSlot: number
  #slot: number
  #serial = 0

  constructor(
    random: SeededRandom,
    rates: () => ChainRates,
    onMishap: (kind: ChainMishap) => void,
    firstSlot = 1000,
  ) {
    this.#random = random
    this.#rates = rates
    this.#onMishap = onMishap
    this.firstSlot = firstSlot
    this.#slot = firstSlot
    for (let block = 0; block < FINALIZED_AFTER_SLOTS + 2; block++) this.#extend()
  }

  get slot(): number {
    return this.#slot
  }

  get tip(): ModelBlock {
    return this.blocks.at(-1) as ModelBlock
  }

  /** A transaction reaches a leader. It lands from `dueSlot` on, if it still can. */
  deliver(wireBytes: Uint8Array, delaySlots: number): void {
    this.#mempool.push({ transaction: readModelTransaction(wireBytes), dueSlot: this.#slot + delaySlots })
  }

  /** One slot goes by. */
  advance(): void {
    this.#slot += 1
    const { skippedSlot, fork } = this.#rates()
    if (this.#random.chance(skippedSlot)) return
    if (this.#random.chance(fork)) this.#rollBack(this.#random.between(1, FINALIZED_AFTER_SLOTS))
    this.#extend()
  }

  /** The newest block at or below a slot. */
  blockAt(slot: number): ModelBlock {
    for (let index = this.blocks.length - 1; index >= 0; index--) {
      const block = this.blocks[index] as ModelBlock
      if (block.slot <= slot) return block
    }
    return this.blocks[0] as ModelBlock
  }

  /** What is finalized, oldest first. */
  finalized(tipSlot = this.#slot): LandedTransaction[] {
    const last = tipSlot - FINALIZED_AFTER_SLOTS
    return this.blocks.flatMap((block) => (block.slot <= last ? block.transactions : []))
  }

  #extend(): void {
    const height = (this.blocks.at(-1)?.height ?? 500) + 1
    const block: ModelBlock = { slot: this.#slot, height, blockhash: this.#newBlockhash(), transactions: [] }
    this.blocks.push(block)
    const due = this.#mempool.filter(({ dueSlot }) => dueSlot <= this.#slot)
    for (const entry of due) {
      this.#mempool.splice(this.#mempool.indexOf(entry), 1)
      this.#land(entry.transaction, block)
    }
    if (this.blocks.length < FINALIZED_AFTER_SLOTS + 2) this.#slot += 1
  }

  #land(transaction: ModelTransaction, block: ModelBlock): void {
    if (this.landed.has(transaction.signature)) return
    const born = this.blocks.find(({ blockhash }) => blockhash === transaction.blockhash)
    if (!born || block.height - born.height > BLOCKHASH_LIFE) return
    if (transaction.format === 'v1' && !this.#rates().landsV1) {
      this.#onMishap('v1Dropped')
      return
    }
    const { error, undo } = this.ledger.execute(transaction)
    const landed = { transaction, slot: block.slot, error, undo }
    block.transactions.push(landed)
    this.landed.set(transaction.signature, landed)
    this.abandoned.delete(transaction.signature)
  }

  #rollBack(depth: number): void {
    for (let undone = 0; undone < depth; undone++) {
      const block = this.blocks.at(-1)
      if (!block || block.slot <= this.#slot - FINALIZED_AFTER_SLOTS) return
      this.blocks.pop()
      this.#onMishap('fork')
      for (const landed of block.transactions.toReversed()) {
        this.ledger.undo(landed.undo)
        const { transaction } = landed
        this.landed.delete(transaction.signature)
        this.abandoned.set(transaction.signature, landed)
        if (this.#random.chance(this.#rates().relanding)) {
          this.#mempool.push({ transaction, dueSlot: this.#slot + this.#random.between(0, BLOCKHASH_LIFE) })
        }
      }
    }
  }

  #newBlockhash(): string {
    this.#serial += 1
    const bytes = new Uint8Array(32).fill(1)
    new DataView(bytes.buffer).setUint32(0, this.#serial)
    new DataView(bytes.buffer).setUint32(4, this.#random.between(0, 2 ** 31))
    return getBase58Decoder().decode(bytes)
  }
}
