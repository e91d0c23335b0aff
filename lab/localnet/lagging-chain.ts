import { type Block, type BlockChain, type ChainView, type Commitment, commitmentIn } from './block-chain.ts'

/** The view of a node that is some slots behind: it has no newer block. */
export class LaggingChain implements ChainView {
  readonly #chain: BlockChain
  readonly tip: Block

  constructor(chain: BlockChain, behindSlots: number) {
    this.#chain = chain
    this.tip = chain.upTo(chain.tip.slot - behindSlots)
  }

  at(commitment: Commitment): Block {
    return this.#chain.upTo(this.tip.slot - this.#chain.depthSlots(commitment))
  }

  commitmentOf(slot: number): Commitment {
    return commitmentIn(this, slot)
  }

  isBlockhashValid(blockhash: string, at: Block): boolean {
    return this.#chain.isBlockhashValid(blockhash, at)
  }

  newest(count: number): readonly Block[] {
    const behindBlocks = this.#chain.tip.height - this.tip.height
    return this.#chain.newest(count + behindBlocks).slice(0, count)
  }
}
