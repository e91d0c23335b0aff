import type { Address } from '@solana/kit'
import type { ModelTransaction } from './model-transaction.ts'

export interface ModelTokenAccount {
  owner: Address
  amount: bigint
  frozen: boolean
}

/** What a transaction changed, to be undone when its block is rolled back. */
export type Undo = [tokenAccount: Address, before: ModelTokenAccount | undefined][]

export interface Execution {
  /** The chain's error as JSON, or null. */
  error: string | null
  failedInstruction: number | null
  undo: Undo
}

const FROZEN = 17

/** Token accounts, and what payouts do to them. A transaction works whole or not at all. */
export class ModelLedger {
  readonly accounts = new Map<Address, ModelTokenAccount>()

  execute(transaction: ModelTransaction): Execution {
    const undo: Undo = []
    for (const { tokenAccount, owner } of transaction.creates) {
      if (!this.accounts.has(tokenAccount))
        this.#set(undo, tokenAccount, { owner, amount: 0n, frozen: false })
    }
    for (const { tokenAccount, amount, instruction } of transaction.transfers) {
      const account = this.accounts.get(tokenAccount)
      if (!account || account.frozen) {
        this.undo(undo)
        const reason = account ? { Custom: FROZEN } : 'InvalidAccountData'
        return {
          error: JSON.stringify({ InstructionError: [instruction, reason] }),
          failedInstruction: instruction,
          undo: [],
        }
      }
      this.#set(undo, tokenAccount, { ...account, amount: account.amount + amount })
    }
    return { error: null, failedInstruction: null, undo }
  }

  undo(undo: Undo): void {
    for (const [tokenAccount, before] of undo.toReversed()) {
      if (before === undefined) this.accounts.delete(tokenAccount)
      else this.accounts.set(tokenAccount, before)
    }
  }

  #set(undo: Undo, tokenAccount: Address, account: ModelTokenAccount): void {
    undo.push([tokenAccount, this.accounts.get(tokenAccount)])
    this.accounts.set(tokenAccount, account)
  }
}
