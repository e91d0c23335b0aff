import type { Address } from '@solana/kit'
import type { TokenMovement } from '#solana/solana-rpc.ts'
import type { ModelTransaction, ModelTransfer } from './model-transaction.ts'

export interface ModelTokenAccount {
  owner: Address
  amount: bigint
  frozen: boolean
  delegate: Address | null
  delegatedAmount: bigint
}

export interface ModelMint {
  address: Address
  decimals: number
}

/** The result of a transaction. */
export interface Execution {
  /** The chain's error as JSON, or null. */
  error: string | null
  failedInstruction: number | null
  /** Accounts whose balance did not change are left out. */
  movements: TokenMovement[]
}

interface Version {
  slot: number
  account: ModelTokenAccount
}

type Changes = Map<Address, ModelTokenAccount>

const EMPTY = { amount: 0n, frozen: false, delegate: null, delegatedAmount: 0n }

/** Errors of the token program (spl-token, TokenError). */
const INSUFFICIENT_FUNDS = { Custom: 1 }
const OWNER_MISMATCH = { Custom: 4 }
const FROZEN = { Custom: 17 }
const DECIMALS_MISMATCH = { Custom: 18 }

/** The error of a transaction whose wallet can not pay its fee: it does not land (agave, TransactionError). */
const NO_FEE = JSON.stringify('InsufficientFundsForFee')

/** Tells whether a wallet holds too little SOL for a fee in the bank of a slot. */
export type LacksSol = (wallet: Address | undefined, slot: number) => boolean

/** Keeps token accounts as of every slot, and executes transactions on them, atomically. */
export class ModelLedger {
  readonly mint: ModelMint
  /** Wallets that have lamports: those that were given tokens at the beginning. */
  readonly payers: readonly Address[]
  readonly lacksSol: LacksSol
  readonly #versions = new Map<Address, Version[]>()

  constructor(mint: ModelMint, payers: readonly Address[], lacksSol: LacksSol = () => false) {
    this.mint = mint
    this.payers = payers
    this.lacksSol = lacksSol
  }

  /** Returns the account in the bank of a slot. */
  accountAt(tokenAccount: Address, slot: number): ModelTokenAccount | undefined {
    return this.#versions.get(tokenAccount)?.findLast((version) => version.slot <= slot)?.account
  }

  execute(transaction: ModelTransaction, slot: number): Execution {
    const { execution, changes } = this.#try(transaction, slot)
    for (const [tokenAccount, account] of changes) {
      const versions = this.#versions.get(tokenAccount) ?? []
      versions.push({ slot, account })
      this.#versions.set(tokenAccount, versions)
    }
    return execution
  }

  /** Executes on the bank of a slot, without effect. */
  simulate(transaction: ModelTransaction, slot: number): Execution {
    if (this.lacksSol(transaction.signers[0], slot))
      return { error: NO_FEE, failedInstruction: null, movements: [] }
    return this.#try(transaction, slot).execution
  }

  /** Undoes the changes of a slot and of those after it. */
  undoFrom(slot: number): void {
    for (const versions of this.#versions.values()) {
      while ((versions.at(-1)?.slot ?? 0) >= slot) versions.pop()
    }
  }

  #try(transaction: ModelTransaction, slot: number): { execution: Execution; changes: Changes } {
    const changes: Changes = new Map()
    const read = (tokenAccount: Address) => changes.get(tokenAccount) ?? this.accountAt(tokenAccount, slot)
    const change = (tokenAccount: Address, part: Partial<ModelTokenAccount>) => {
      const account = read(tokenAccount)
      if (account) changes.set(tokenAccount, { ...account, ...part })
    }
    for (const { tokenAccount, owner } of transaction.creates) {
      if (!read(tokenAccount)) changes.set(tokenAccount, { owner, ...EMPTY })
    }
    for (const { tokenAccount, amount } of transaction.mints) {
      change(tokenAccount, { amount: (read(tokenAccount)?.amount ?? 0n) + amount })
    }
    for (const tokenAccount of transaction.freezes) change(tokenAccount, { frozen: true })
    for (const { tokenAccount, delegate, amount } of transaction.approvals)
      change(tokenAccount, { delegate, delegatedAmount: amount })
    for (const transfer of transaction.transfers) {
      const { source, tokenAccount, amount, authority, instruction } = transfer
      const reason = this.#transferError(transfer, transaction.signers, read)
      if (reason !== null) {
        const error = JSON.stringify({ InstructionError: [instruction, reason] })
        return { execution: { error, failedInstruction: instruction, movements: [] }, changes: new Map() }
      }
      change(source, {
        amount: (read(source)?.amount ?? 0n) - amount,
        ...lessAllowance(read(source), authority, amount),
      })
      change(tokenAccount, { amount: (read(tokenAccount)?.amount ?? 0n) + amount })
    }
    const movements = this.#movements(changes, slot)
    return { execution: { error: null, failedInstruction: null, movements }, changes }
  }

  /** Returns the token program's error for a transfer, in the program's order of checks; null for none. */
  #transferError(
    { source, tokenAccount, amount, decimals, authority }: ModelTransfer,
    signers: readonly Address[],
    read: (tokenAccount: Address) => ModelTokenAccount | undefined,
  ): unknown {
    const [from, to] = [read(source), read(tokenAccount)]
    if (!from || !to) return 'InvalidAccountData'
    if (from.frozen || to.frozen) return FROZEN
    if (from.amount < amount) return INSUFFICIENT_FUNDS
    if (decimals !== this.mint.decimals) return DECIMALS_MISMATCH
    if (!signers.includes(authority)) return OWNER_MISMATCH
    if (authority === from.delegate) return from.delegatedAmount < amount ? INSUFFICIENT_FUNDS : null
    return authority === from.owner ? null : OWNER_MISMATCH
  }

  #movements(changes: Changes, slot: number): TokenMovement[] {
    return [...changes].flatMap(([tokenAccount, { owner, amount }]) => {
      const baseUnits = amount - (this.accountAt(tokenAccount, slot)?.amount ?? 0n)
      return baseUnits === 0n ? [] : [{ tokenAccount, owner, baseUnits }]
    })
  }
}

/** What a transfer by the delegate leaves of the allowance: one that is used up is gone. */
function lessAllowance(
  from: ModelTokenAccount | undefined,
  authority: Address,
  amount: bigint,
): Partial<ModelTokenAccount> {
  if (from?.delegate !== authority) return {}
  const delegatedAmount = from.delegatedAmount - amount
  return { delegatedAmount, delegate: delegatedAmount === 0n ? null : authority }
}
