import type { Address, Signature } from '@solana/kit'
import type { Block } from './block-chain.ts'
import type { Execution } from './svm-runtime.ts'

/** A transaction that landed, with or without an error, and has paid its fee. */
export interface LandedTransaction extends Execution {
  signature: Signature
  bytes: Uint8Array
  block: Block
  /** Its place among all that ever landed: an order within and across blocks. */
  sequence: number
  /** All its memos, as a node writes them: "[5] hello". */
  memo: string | null
}

/** All that landed, found by signature and by address. */
export class TransactionHistory {
  readonly #bySignature = new Map<string, LandedTransaction>()
  readonly #byAddress = new Map<Address, LandedTransaction[]>()

  add(transaction: LandedTransaction, accountKeys: readonly Address[]): void {
    this.#bySignature.set(transaction.signature, transaction)
    for (const address of accountKeys) {
      const list = this.#byAddress.get(address)
      if (list) list.push(transaction)
      else this.#byAddress.set(address, [transaction])
    }
  }

  find(signature: string): LandedTransaction | undefined {
    return this.#bySignature.get(signature)
  }

  /** Every transaction that names the address, oldest first. */
  naming(address: Address): readonly LandedTransaction[] {
    return this.#byAddress.get(address) ?? []
  }
}
