import { type Address, getBase58Decoder } from '@solana/kit'
import type { SeededRandom } from '#lab/random/seeded-random.ts'
import type { TokenMovement } from '#solana/solana-rpc.ts'
import { type LacksSol, ModelLedger, type ModelMint } from './model-ledger.ts'
import {
  isSigned,
  type ModelTransaction,
  madeUpTransaction,
  readModelTransaction,
} from './model-transaction.ts'

export interface ModelBlock {
  slot: number
  height: number
  /** Null until it is read, which few are. */
  blockhash: string | null
  transactions: LandedTransaction[]
}

export interface LandedTransaction {
  transaction: ModelTransaction
  slot: number
  error: string | null
  movements: TokenMovement[]
  /** Token accounts that were missing and that it created. */
  absentBefore: Address[]
}

export interface ChainRates {
  skippedSlot: number
  fork: number
  /** The probability that a transaction of an abandoned block lands again by itself. */
  relanding: number
  /** True while v1 transactions land. */
  landsV1: boolean
  /** True while nothing lands. */
  isCongested?: boolean
}

/** An event of the chain itself. */
export type ChainEvent = 'fork' | 'congested' | 'v1Dropped' | 'drained'

export interface ModelChainParts {
  random: SeededRandom
  rates(): ChainRates
  onEvent(kind: ChainEvent): void
  mint: ModelMint
  /** Accounts created and funded before everything else, among them the source account. */
  funding: { tokenAccount: Address; owner: Address; amount: bigint }[]
  firstSlot?: number
  /** The rent of a token account by slot, in lamports. */
  rentAt?(slot: number): bigint
  /** How many transactions of strangers named the first funded account before the rest; every third has a memo. */
  oldTransactions?: number
  /** No wallet does, unless given. */
  lacksSol?: LacksSol
  /** Draws for how many slots leaders hold back every copy of a transaction that reaches them for the first time. */
  heldBackSlots?(): number
}

/** Slots below the tip at which a block can not be rolled back any more, as on a public cluster. */
export const FINALIZED_AFTER_SLOTS = 32
export const CONFIRMED_AFTER_SLOTS = 2

/** The number of blocks for which a blockhash is valid, as on a public cluster. */
export const BLOCKHASH_LIFE = 150

/** Long before the rest, so that even an index that is far behind has it. */
const FUNDING_SLOT = 1

const OLD_IN_A_SLOT = 4

const FIRST_SLOT = 10_000
const FIRST_HEIGHT = 5_000

/**
 * One chain of blocks that is extended slot by slot and may lose its unfinalized end to another fork. Finalized blocks
 * stay. A signature lands at most once on it.
 */
export class ModelChain {
  readonly ledger: ModelLedger
  /** All landed transactions by signature, in the order of landing. */
  readonly landed = new Map<string, LandedTransaction>()
  /** Transactions of abandoned blocks: a node may go on showing them for a while. */
  readonly abandoned = new Map<string, LandedTransaction>()
  readonly #blocks: ModelBlock[] = []
  /** Heights by blockhash, of the blockhashes that were read. */
  readonly #births = new Map<string, number>()
  /** By bytes, which reach a leader again and again. Null where they are not signed. */
  readonly #delivered = new Map<string, { transaction: ModelTransaction; landsFromSlot: number } | null>()
  readonly #parts: ModelChainParts
  #mempool: { transaction: ModelTransaction; dueSlot: number }[] = []
  #slot: number
  #serial = 0

  constructor(parts: ModelChainParts) {
    this.#parts = parts
    this.ledger = new ModelLedger(
      parts.mint,
      parts.funding.map(({ owner }) => owner),
      parts.lacksSol,
    )
    this.#slot = parts.firstSlot ?? FIRST_SLOT
    this.#begin()
  }

  get slot(): number {
    return this.#slot
  }

  get tip(): ModelBlock {
    return this.#blocks.at(-1) as ModelBlock
  }

  /** Delivers a transaction's bytes to a leader. They land from `delaySlots` on, if they still can and are signed. */
  deliver(wireBytes: Uint8Array, delaySlots: number): void {
    const key = Buffer.from(wireBytes).toString('latin1')
    let delivered = this.#delivered.get(key)
    if (delivered === undefined) {
      delivered = isSigned(wireBytes)
        ? {
            transaction: readModelTransaction(wireBytes),
            landsFromSlot: this.#slot + (this.#parts.heldBackSlots?.() ?? 0),
          }
        : null
      this.#delivered.set(key, delivered)
    }
    if (delivered === null) return
    const { transaction, landsFromSlot } = delivered
    this.submit(transaction, Math.max(delaySlots, landsFromSlot - this.#slot))
  }

  submit(transaction: ModelTransaction, delaySlots: number): void {
    this.#mempool.push({ transaction, dueSlot: this.#slot + delaySlots })
  }

  /** Advances the chain by one slot. */
  advance(): void {
    const { random, rates } = this.#parts
    this.#slot += 1
    const { skippedSlot, fork } = rates()
    if (random.chance(skippedSlot)) return
    if (random.chance(fork)) this.#rollBack(random.between(1, FINALIZED_AFTER_SLOTS))
    this.#extend()
  }

  /** Returns the newest block at or below a slot. */
  blockAt(slot: number): ModelBlock {
    let [low, high] = [0, this.#blocks.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#blocks[middle] as ModelBlock).slot <= slot) low = middle
      else high = middle - 1
    }
    return this.#blocks[low] as ModelBlock
  }

  rentAt(slot: number): bigint {
    return this.#parts.rentAt?.(slot) ?? 1_488_440n
  }

  /** Returns the transactions up to a slot, oldest first; by default the finalized ones. */
  landedUpTo(slot = this.#slot - FINALIZED_AFTER_SLOTS): LandedTransaction[] {
    return [...this.landed.values()].filter((landed) => landed.slot <= slot)
  }

  /** Makes a signature without a wallet, to name a transaction that reaches the chain without being signed here. */
  newSignature(): string {
    return this.#someBase58(64)
  }

  blockhashOf(block: ModelBlock): string {
    block.blockhash ??= this.#someBase58(32)
    this.#births.set(block.blockhash, block.height)
    return block.blockhash
  }

  #begin(): void {
    const { funding, oldTransactions } = this.#parts
    const genesis = this.#newBlock(FUNDING_SLOT, 1)
    const old = (parts: Partial<ModelTransaction>) =>
      madeUpTransaction({
        signature: this.newSignature(),
        blockhash: '',
        signers: [this.ledger.mint.address],
        accounts: funding.map(({ tokenAccount }) => tokenAccount),
        ...parts,
      })
    // As an associated token account's creation does, it names the owners: strangers, below, name the accounts alone.
    const creation = {
      creates: funding,
      accounts: funding.flatMap(({ owner, tokenAccount }) => [owner, tokenAccount]),
    }
    if (oldTransactions === undefined) this.#execute(old({ ...creation, mints: funding }), genesis)
    else this.#beginLongAgo(oldTransactions, genesis, old, creation)
    for (let block = 0; block < BLOCKHASH_LIFE * 2; block++) {
      this.#newBlock(this.#slot, FIRST_HEIGHT + block)
      this.#slot += 1
    }
    this.#extend()
  }

  #beginLongAgo(
    transactions: number,
    genesis: ModelBlock,
    old: (parts: Partial<ModelTransaction>) => ModelTransaction,
    creation: Partial<ModelTransaction>,
  ): void {
    const { funding } = this.#parts
    // Two transactions of one slot: only slots are ordered.
    this.#execute(old(creation), genesis)
    this.#execute(old({ mints: funding }), genesis)
    let block = genesis
    for (let count = 0; count < transactions; count++) {
      if (count % OLD_IN_A_SLOT === 0) block = this.#newBlock(block.slot + 1, block.height + 1)
      this.#execute(old({ memo: count % 3 === 0 ? `thanks for ${count}` : '' }), block)
    }
  }

  #newBlock(slot: number, height: number): ModelBlock {
    const block: ModelBlock = { slot, height, blockhash: null, transactions: [] }
    this.#blocks.push(block)
    return block
  }

  #extend(): void {
    const block = this.#newBlock(this.#slot, this.tip.height + 1)
    const due = this.#mempool.filter(({ dueSlot }) => dueSlot <= this.#slot)
    if (due.length === 0) return
    this.#mempool = this.#mempool.filter(({ dueSlot }) => dueSlot > this.#slot)
    for (const { transaction } of due) this.#land(transaction, block)
  }

  #land(transaction: ModelTransaction, block: ModelBlock): void {
    if (this.landed.has(transaction.signature)) return
    const born = this.#births.get(transaction.blockhash)
    if (born === undefined || block.height - born > BLOCKHASH_LIFE) return
    const { rates, onEvent } = this.#parts
    if (rates().isCongested) onEvent('congested')
    else if (this.ledger.lacksSol(transaction.signers[0], block.slot)) onEvent('drained')
    else if (transaction.format === 'v1' && !rates().landsV1) onEvent('v1Dropped')
    else this.#execute(transaction, block)
  }

  #execute(transaction: ModelTransaction, block: ModelBlock): void {
    const absentBefore = transaction.creates
      .map(({ tokenAccount }) => tokenAccount)
      .filter((tokenAccount) => !this.ledger.accountAt(tokenAccount, block.slot))
    const { error, movements } = this.ledger.execute(transaction, block.slot)
    const landed = { transaction, slot: block.slot, error, movements, absentBefore }
    block.transactions.push(landed)
    this.landed.set(transaction.signature, landed)
    this.abandoned.delete(transaction.signature)
  }

  #rollBack(depth: number): void {
    for (let undone = 0; undone < depth; undone++) {
      if (this.tip.slot <= this.#slot - FINALIZED_AFTER_SLOTS) return
      this.#abandon(this.#blocks.pop() as ModelBlock)
    }
  }

  #abandon(block: ModelBlock): void {
    const { random, rates, onEvent } = this.#parts
    onEvent('fork')
    if (block.blockhash !== null) this.#births.delete(block.blockhash)
    if (block.transactions.length > 0) this.ledger.undoFrom(block.slot)
    for (const landed of block.transactions.toReversed()) {
      const { transaction } = landed
      this.landed.delete(transaction.signature)
      this.abandoned.set(transaction.signature, landed)
      if (random.chance(rates().relanding)) this.submit(transaction, random.between(0, BLOCKHASH_LIFE))
    }
  }

  /** Makes base58 text that differs from all others of this chain, and of chains that began at another slot. */
  #someBase58(bytes: number): string {
    const some = new Uint8Array(bytes).fill(1)
    const view = new DataView(some.buffer)
    view.setUint32(0, ++this.#serial)
    view.setUint32(4, this.#parts.firstSlot ?? FIRST_SLOT)
    return getBase58Decoder().decode(some)
  }
}
