import { randomBytes } from 'node:crypto'
import { type Address, type Blockhash, type EncodedAccount, getBase58Decoder } from '@solana/kit'
import { LEGACY_MEMO_PROGRAM_ADDRESS_V1, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import { type Block, BlockChain } from './block-chain.ts'
import { notRun, type Simulation, SvmRuntime } from './svm-runtime.ts'
import type { TransactionErrorJson } from './transaction-error.ts'
import { type LandedTransaction, TransactionHistory } from './transaction-history.ts'
import type { WireMessage, WireTransaction } from './wire-transaction.ts'

const MEMO_PROGRAMS = new Set<string | undefined>([
  LEGACY_MEMO_PROGRAM_ADDRESS_V1,
  LEGACY_MEMO_PROGRAM_ADDRESS_V3,
])

/** Writes the message's memos as a node does, each with its length in bytes: "[5] hello; [3] bye". Null without any. */
export function memoOf(message: WireMessage): string | null {
  const memos = message.instructions
    .filter(({ programAddressIndex }) => MEMO_PROGRAMS.has(message.staticAccounts[programAddressIndex]))
    .map(
      ({ data = new Uint8Array() }) => `[${data.length}] ${new TextDecoder().decode(new Uint8Array(data))}`,
    )
  return memos.length === 0 ? null : memos.join('; ')
}

/**
 * Indexes the token accounts that an owner has had. Asking the SVM would copy every token account. An account may have
 * been closed or given to another owner since: the caller checks its current state.
 */
class TokenAccountIndex {
  readonly #byOwner = new Map<Address, Set<Address>>()

  note(owner: Address, tokenAccount: Address): void {
    const accounts = this.#byOwner.get(owner)
    if (accounts) accounts.add(tokenAccount)
    else this.#byOwner.set(owner, new Set([tokenAccount]))
  }

  candidates(owner: Address): readonly Address[] {
    return [...(this.#byOwner.get(owner) ?? [])]
  }
}

/** The slots that passed in a period of whole seconds, as getRecentPerformanceSamples names them. */
interface PerformanceSample {
  slot: number
  numSlots: number
  numTransactions: number
  numNonVoteTransactions: number
  samplePeriodSecs: number
}

/** A validator takes a sample a minute. Here they are shorter, so that a young localnet has one. */
const SAMPLE_MS = 2_000

const KEPT = 720

/** Measures how many slots pass, by the wall clock, as a validator does. */
class PerformanceSamples {
  readonly #nowMs: () => number
  readonly #samples: PerformanceSample[] = []
  #since: { slot: number; transactionCount: number; atMs: number } | null = null

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Notes a block that was opened. */
  note({ slot, transactionCount }: { slot: number; transactionCount: number }): void {
    const atMs = this.#nowMs()
    const since = this.#since
    if (since && atMs - since.atMs < SAMPLE_MS) return
    this.#since = { slot, transactionCount, atMs }
    if (!since) return
    const numTransactions = transactionCount - since.transactionCount
    const samplePeriodSecs = Math.round((atMs - since.atMs) / 1_000)
    const numSlots = slot - since.slot
    const sample = { slot, numSlots, numTransactions, numNonVoteTransactions: numTransactions }
    this.#samples.unshift({ ...sample, samplePeriodSecs })
    this.#samples.splice(KEPT)
  }

  /** Returns the newest samples, the newest first. */
  newest(count: number): readonly PerformanceSample[] {
    return this.#samples.slice(0, count)
  }
}

export interface ClusterOptions {
  /** Base58 of 32 bytes; random unless given. */
  genesisHash?: string
  /** The depth, in slots, at which a block is confirmed. */
  confirmedAfterSlots?: number
  /** The depth, in slots, at which a block is finalized. A public cluster takes about 32. */
  finalizedAfterSlots?: number
  /** Takes v1 transactions (SIMD-0385), as mainnet does. False: v0 alone, as before, and as behind older nodes. True by default. */
  v1Transactions?: boolean
  /** The wall clock, for block times. */
  nowMs?: () => number
}

/** So many slots below the finalized one, accounts can still be read as of that slot. */
export const KEPT_STATE_SLOTS = 64

/** The result of a transaction that reached the cluster. */
export type Landing =
  | { kind: 'landed'; transaction: LandedTransaction }
  | { kind: 'duplicate'; transaction: LandedTransaction }
  | { kind: 'dropped'; err: TransactionErrorJson }

/**
 * A ledger without consensus: one chain of blocks over one SVM. Time passes only by `tick`, and blocks can be rolled back
 * until they are finalized; nothing here depends on RPC. Accounts can be read as of any block that a commitment may mean,
 * but transactions run, and are simulated, on the state of the tip: litesvm has no other.
 */
export class Cluster {
  readonly genesisHash: Blockhash
  readonly #takesV1: boolean
  readonly chain: BlockChain
  readonly runtime = new SvmRuntime()
  readonly history = new TransactionHistory()
  readonly tokenAccounts = new TokenAccountIndex()
  readonly samples: PerformanceSamples
  /** The slot from which on blocks and accounts are kept, for a node that stands still there. */
  #keptFrom = Number.POSITIVE_INFINITY

  constructor(options: ClusterOptions = {}) {
    this.genesisHash = (options.genesisHash ?? randomHash()) as Blockhash
    this.#takesV1 = options.v1Transactions ?? true
    this.samples = new PerformanceSamples(options.nowMs ?? Date.now)
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
    this.samples.note(block)
    this.runtime.enterBlock(block)
    this.runtime.forgetBefore(Math.min(this.chain.at('finalized').slot, this.#keptFrom) - KEPT_STATE_SLOTS)
    return block
  }

  /** Keeps blocks and accounts as of this slot and later ones, however old they become; null keeps the newest. */
  keepFrom(slot: number | null): void {
    this.#keptFrom = slot ?? Number.POSITIVE_INFINITY
    this.chain.keepFrom(this.#keptFrom - KEPT_STATE_SLOTS)
  }

  /**
   * Switches to another fork, which shares the blocks up to this slot: transactions above it are undone, in the accounts
   * too. Returns them, oldest first; they may land again while their blockhash is one of the new fork's. Throws RangeError
   * rather than undo a finalized block.
   */
  rollBackTo(slot: number): LandedTransaction[] {
    this.chain.forkAbove(slot)
    this.runtime.undoAbove(slot)
    this.runtime.enterBlock(this.chain.tip)
    return this.history.takeAbove(slot)
  }

  /** Reads accounts as of the end of the block. */
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
   * Simulates the transaction on top of the given block. The block decides which blockhashes are known; the accounts are
   * the newest ones. A `replaceBlockhash` simulation takes any blockhash.
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

  /** True when the version is activated here: the SVM has all features on and would run it. */
  #isVersionActive({ message }: WireTransaction): boolean {
    return message.version !== 1 || this.#takesV1
  }
}

function randomHash(): string {
  return getBase58Decoder().decode(randomBytes(32))
}
