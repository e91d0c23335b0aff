import { randomBytes } from 'node:crypto'
import { type Address, type Blockhash, type EncodedAccount, getBase58Decoder } from '@solana/kit'
import { type Block, BlockChain } from './block-chain.ts'
import { notRun, type Simulation, SvmRuntime } from './svm-runtime.ts'
import { TokenAccountIndex } from './token-account-index.ts'
import type { TransactionErrorJson } from './transaction-error.ts'
import { type LandedTransaction, TransactionHistory } from './transaction-history.ts'
import { memoOf } from './transaction-memo.ts'
import type { WireTransaction } from './wire-transaction.ts'

export interface ClusterOptions {
  /** Base58 of 32 bytes; random unless given. */
  genesisHash?: string
  /** How many slots deep a block must be to be confirmed. */
  confirmedAfterSlots?: number
  /** How many slots deep a block must be to be finalized. A public cluster takes about 32. */
  finalizedAfterSlots?: number
  /** Whether v1 transactions (SIMD-0385) are activated. Off unless told otherwise. */
  v1Transactions?: boolean
  /** The wall clock, for block times. */
  nowMs?: () => number
}

/** How far below the finalized slot accounts can still be read as they stood. */
export const KEPT_STATE_SLOTS = 64

/** What became of a transaction that reached the cluster. */
export type Landing =
  | { kind: 'landed'; transaction: LandedTransaction }
  | { kind: 'duplicate'; transaction: LandedTransaction }
  | { kind: 'dropped'; err: TransactionErrorJson }

/**
 * A ledger without consensus: one chain of blocks over one SVM. Time passes only by `tick`, and what is not finalized can
 * be taken back; nothing here knows of RPC. Accounts can be read as of any block that a commitment may mean, but
 * transactions run, and are simulated, on the state of the tip: litesvm has no other.
 */
export class Cluster {
  readonly genesisHash: Blockhash
  readonly #takesV1: boolean
  readonly chain: BlockChain
  readonly runtime = new SvmRuntime()
  readonly history = new TransactionHistory()
  readonly tokenAccounts = new TokenAccountIndex()

  constructor(options: ClusterOptions = {}) {
    this.genesisHash = (options.genesisHash ?? randomHash()) as Blockhash
    this.#takesV1 = options.v1Transactions ?? false
    this.chain = new BlockChain({
      genesisHash: this.genesisHash,
      confirmedAfterSlots: options.confirmedAfterSlots ?? 1,
      finalizedAfterSlots: options.finalizedAfterSlots ?? 12,
      nowMs: options.nowMs ?? Date.now,
    })
    this.tick()
  }

  /** Closes the open block and opens the next one: one block height, and now and then two slots. */
  tick(): Block {
    const block = this.chain.extend()
    this.runtime.enterBlock(block)
    this.runtime.forgetBefore(this.chain.at('finalized').slot - KEPT_STATE_SLOTS)
    return block
  }

  /**
   * Goes on on another fork, which shares the blocks up to this slot: what landed above it never happened, to the accounts
   * either. Gives those transactions, oldest first; they may land again while their blockhash is one of the new
   * fork's. Throws RangeError rather than take back what is finalized.
   */
  rollBackTo(slot: number): LandedTransaction[] {
    this.chain.forkAbove(slot)
    this.runtime.undoAbove(slot)
    this.runtime.enterBlock(this.chain.tip)
    return this.history.takeAbove(slot)
  }

  /** Reads accounts as they stood at the end of the block. */
  accountsAt({ slot }: Block): (address: Address) => EncodedAccount | null {
    return (address) => this.runtime.readAccountAsOf(slot, address)
  }

  /**
   * Runs the transaction in the open block, at once. The same signature never runs twice, and a transaction whose
   * blockhash has expired, or whose version is not activated, never runs. One that fails while running lands with its
   * error and pays.
   */
  land(wire: WireTransaction): Landing {
    const known = this.history.find(wire.signature)
    if (known) return { kind: 'duplicate', transaction: known }
    const block = this.chain.tip
    if (!this.#isVersionActive(wire)) return { kind: 'dropped', err: 'UnsupportedVersion' }
    if (!this.chain.isBlockhashValid(wire.message.lifetimeToken, block))
      return { kind: 'dropped', err: 'BlockhashNotFound' }
    const execution = this.runtime.execute(wire)
    if ('refused' in execution) return { kind: 'dropped', err: execution.refused }

    block.transactionCount += 1
    const { signature, bytes, message, accountKeys } = wire
    const transaction: LandedTransaction = {
      ...execution,
      signature,
      bytes,
      block,
      sequence: block.transactionCount,
      memo: memoOf(message),
    }
    this.history.add(transaction, accountKeys)
    for (const { owner, accountIndex } of execution.postTokenBalances) {
      const tokenAccount = accountKeys[accountIndex]
      if (tokenAccount) this.tokenAccounts.note(owner, tokenAccount)
    }
    return { kind: 'landed', transaction }
  }

  /**
   * Tells what the transaction would do on top of the given block. The block decides which blockhashes are known; the
   * accounts are the newest ones. A `replaceBlockhash` simulation takes any blockhash.
   */
  simulate(
    wire: WireTransaction,
    at: Block,
    options: { verifySignatures: boolean; replaceBlockhash: boolean },
  ): Simulation {
    if (!this.#isVersionActive(wire)) return { ...notRun('UnsupportedVersion'), accounts: [] }
    if (!options.replaceBlockhash) {
      if (!this.chain.isBlockhashValid(wire.message.lifetimeToken, at))
        return { ...notRun('BlockhashNotFound'), accounts: [] }
      if (this.history.find(wire.signature)) return { ...notRun('AlreadyProcessed'), accounts: [] }
    }
    return this.runtime.simulate(wire, options)
  }

  /** The SVM has all features on and would run it. */
  #isVersionActive({ message }: WireTransaction): boolean {
    return message.version !== 1 || this.#takesV1
  }
}

function randomHash(): string {
  return getBase58Decoder().decode(randomBytes(32))
}
