import type { Address, Signature } from '@solana/kit'
import type { Block } from './block-chain.ts'
import type { Execution } from './svm-runtime.ts'
import { decodeWireTransaction } from './wire-transaction.ts'

/** A transaction that landed, with or without an error, and has paid its fee. */
export interface LandedTransaction extends Execution {
  signature: Signature
  bytes: Uint8Array
  block: Block
  /** Its position among all landed transactions: an order within and across blocks. */
  sequence: number
  /** All its memos, as a node writes them: "[5] hello". */
  memo: string | null
}

/** All landed transactions that were not rolled back, by signature and by address. */
export class TransactionHistory {
  /** Oldest first. */
  readonly #landed: LandedTransaction[] = []
  readonly #bySignature = new Map<string, LandedTransaction>()
  readonly #byAddress = new Map<Address, LandedTransaction[]>()

  add(transaction: LandedTransaction, accountKeys: readonly Address[]): void {
    this.#landed.push(transaction)
    this.#bySignature.set(transaction.signature, transaction)
    for (const address of accountKeys) {
      const list = this.#byAddress.get(address)
      if (list) list.push(transaction)
      else this.#byAddress.set(address, [transaction])
    }
  }

  /** Removes the transactions above the slot, and returns them, oldest first. */
  takeAbove(slot: number): LandedTransaction[] {
    const start = this.#landed.findLastIndex(({ block }) => block.slot <= slot) + 1
    const taken = this.#landed.splice(start)
    for (const transaction of taken.toReversed()) {
      this.#bySignature.delete(transaction.signature)
      // Newest first: each is the last that names any of its addresses.
      for (const address of decodeWireTransaction(transaction.bytes).accountKeys) {
        this.#byAddress.get(address)?.pop()
      }
    }
    return taken
  }

  find(signature: string): LandedTransaction | undefined {
    return this.#bySignature.get(signature)
  }

  /** Returns every transaction that names the address, oldest first. */
  naming(address: Address): readonly LandedTransaction[] {
    return this.#byAddress.get(address) ?? []
  }
}
