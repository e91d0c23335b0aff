import type { Address, Signature } from '@solana/kit'
import type { Journaled } from '#domain/attempt.ts'
import type { UnsignedTransaction } from './unsigned-transaction.ts'

/** A height of the chain of blocks and the slot at which it was read. Heights and slots differ: slots may be skipped. */
export interface BlockPosition {
  blockHeight: number
  slot: number
}

export interface LatestBlockhash {
  blockhash: string
  /** The last block height at which a transaction with this blockhash can land. */
  lastValidBlockHeight: number
  contextSlot: number
}

export interface SignatureStatus {
  slot: number
  commitment: 'processed' | 'confirmed' | 'finalized'
  /** The chain's own error in JSON, or null. It counts only once finalized: an earlier one may sit on a fork. */
  error: string | null
}

export interface StatusReading {
  /** The slot of the bank that answered. */
  contextSlot: number
  /** One for each signature asked, null where the node knows none. */
  statuses: (SignatureStatus | null)[]
}

export interface AccountState {
  owner: Address
  lamports: bigint
  executable: boolean
  data: Uint8Array
}

/** The lamports that make an account rent-exempt, as the bank of a slot has them. */
export interface Rent {
  contextSlot: number
  lamports: bigint
}

export interface HistoryEntry {
  signature: string
  slot: number
  memo: string | null
  /** It landed with an error: it moved nothing but its fee. */
  failed: boolean
}

/** The change of one token account by a transaction: negative for the sender's. */
export interface TokenMovement {
  tokenAccount: Address
  owner: Address
  baseUnits: bigint
}

/** A finalized transaction, as far as one mint is concerned. */
export interface TransactionRecord {
  slot: number
  /** The chain's own error in JSON, or null. */
  error: string | null
  /** The wallets that signed it, the fee payer first. */
  signers: Address[]
  /** From its own bytes: an index may keep no memos. */
  memo: string | null
  /** Of the one mint; accounts whose balance did not change are left out. Empty when it failed. */
  movements: TokenMovement[]
  /** Accounts that did not exist before it: they had no lamports. */
  absentBefore: Address[]
}

/** An account in the newest finalized bank of the node that answered. */
interface FinalizedAccount {
  /** The slot of that bank. */
  contextSlot: number
  account: AccountState | null
}

export interface Simulation {
  /** The chain's own error in JSON, or null. */
  error: string | null
  /** The position of the instruction that failed, when it was one. */
  failedInstruction: number | null
  logs: readonly string[]
  computeUnits: number
}

/** The result of a broadcast. It never proves that the transaction did not land: once sent, every error is ambiguous. */
export type BroadcastOutcome = { accepted: true } | { accepted: false; error: string }

/**
 * A client of one RPC node. Reads are retried and throw RpcUnavailableError when the node does not answer; `broadcast` is
 * tried once and never throws.
 */
export interface SolanaRpc {
  /** The node's host, which may be shown: it holds no part of the URL that may be a key. */
  readonly name: string
  /** The time of its last answer to any request, by the monotonic clock. */
  answeredAtMs?(): number
  genesisHash(): Promise<string>
  /** Reads the latest blockhash at `confirmed`, as the sender of a transaction needs it. */
  latestBlockhash(): Promise<LatestBlockhash>
  /** Reads height and slot of the same bank, at `finalized`. */
  finalizedPosition(): Promise<BlockPosition>
  /** Reads the oldest block that this node still has. */
  firstAvailableBlock(): Promise<number>
  /** Reads the statuses of at most 256 signatures. Without `searchHistory` a node answers from its recent cache alone. */
  signatureStatuses(
    signatures: readonly string[],
    options: { searchHistory: boolean },
  ): Promise<StatusReading>
  /** Lists finalized transactions that touched an account, newest first, at most `limit` or 1000. */
  historyOf(
    address: Address,
    options: { before?: Signature | undefined; minContextSlot: number; limit?: number },
  ): Promise<HistoryEntry[]>
  /** Reads a finalized transaction and its movements of a mint; null when the node does not know it. */
  transaction(signature: string, mint: Address): Promise<TransactionRecord | null>
  /** Reads one account from the node's newest finalized bank. No index is involved. */
  finalizedAccount(address: Address): Promise<FinalizedAccount>
  /**
   * Reads any number of accounts, null where there is none; their data whole, or no more than so many bytes of each. Throws
   * RpcUnavailableError where the node's bank is older than `minContextSlot`.
   */
  accounts(
    addresses: readonly Address[],
    options?: { maxDataBytes?: number; minContextSlot?: number },
  ): Promise<(AccountState | null)[]>
  /** Reads the mean length of the slots of the last minutes, in milliseconds; null where the node has measured none. */
  recentSlotMs(): Promise<number | null>
  /** Lists a wallet's token accounts of a mint, with their balances. A help: a node may refuse it. */
  tokenAccountsOf?(owner: Address, mint: Address): Promise<{ tokenAccount: Address; baseUnits: bigint }[]>
  /** Reads the rent of an account of this size from the Rent sysvar: a wallet's is 0 bytes. */
  rent(dataBytes: number): Promise<Rent>
  /** Reads recent prioritisation fees (micro-lamports per compute unit) of transactions that locked these accounts. */
  recentPriorityFees(addresses: readonly Address[]): Promise<bigint[]>
  /** Runs a transaction without sending it, on the node's newest blockhash. It carries no signature, so that it can not land. */
  simulate(transaction: UnsignedTransaction): Promise<Simulation>
  /** Sends a journaled transaction's bytes, once. There is no other way to send. */
  broadcast(attempt: Journaled<{ wireBytes: Uint8Array; contextSlot: number }>): Promise<BroadcastOutcome>
}

interface UnreachableOptions extends ErrorOptions {
  nodeName?: string
}

/**
 * The node did not answer, or not as a Solana node does. Tells nothing about any transaction. The message is a clause of a
 * sentence for a person ("it answered HTTP 502").
 */
export class RpcUnavailableError extends Error {
  override name = 'RpcUnavailableError'
  /** The name of the node that did not answer, where one is known. */
  readonly nodeName: string | null

  constructor(message: string, { nodeName, ...options }: UnreachableOptions = {}) {
    super(message, options)
    this.nodeName = nodeName ?? null
  }
}
