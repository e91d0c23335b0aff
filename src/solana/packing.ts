import type { TokenAccountNeed } from './recipients.ts'
import { MAX_TRANSACTION_BYTES, type TransactionFormat } from './transaction-format.ts'

/** One transfer, as far as its size in a transaction is concerned. */
export interface Packable {
  tokenAccount: string
  need: TokenAccountNeed
  /** The most transfers that may share its transaction; null for as many as fit. */
  packLimit: number | null
}

/**
 * The most instructions of a transaction, counting those that programs call (agave, MAX_INSTRUCTION_TRACE_LENGTH). No
 * format allows fewer than that at the top.
 */
const MAX_INSTRUCTION_TRACE = 64

/** The most accounts of a v1 transaction (SIMD-0385). Those of a v0 transaction run out of bytes long before. */
const MAX_ACCOUNTS = 64

const KEY_BYTES = 32

/** `ferry:` and 128 random bits in base64url: nine new token accounts still fit into v0 beside it. */
export const MEMO_BYTES = 28

/** The size of a payout without transfers in a format, and of what the format adds to each instruction. */
interface Frame {
  bytes: number
  accounts: number
  trace: number
  bytesPerInstruction: number
}

/**
 * By the wire formats, each with the memo's instruction. All name five accounts: wallet, source, mint, token program and
 * memo program.
 */
const FRAMES: Record<TransactionFormat, Frame> = {
  /**
   * One signature (1 + 64), version (1), header (3), key count (1), blockhash (32), instruction count (1), compute limit
   * (8), compute price (12), no lookup tables (1). One more account: the compute budget program. An instruction has its
   * program and two counts.
   */
  v0: {
    bytes: 65 + 1 + 3 + 1 + 32 + 1 + 8 + 12 + 1 + (3 + MEMO_BYTES),
    accounts: 6,
    trace: 3,
    bytesPerInstruction: 3,
  },
  /**
   * Version (1), header (3), which limits are set (4), blockhash (32), instruction and key count (1 + 1), priority fee (8),
   * compute limit (4), loaded data limit (4), one signature (64). An instruction has its program and two counts, one of
   * two bytes.
   */
  v1: {
    bytes: 1 + 3 + 4 + 32 + 1 + 1 + 8 + 4 + 4 + 64 + (4 + MEMO_BYTES),
    accounts: 5,
    trace: 1,
    bytesPerInstruction: 4,
  },
}

/** The system and the associated token program, once any account is to be created. */
const CREATING_ACCOUNTS = 2

/** Four accounts and ten bytes of data. */
const TRANSFER_BYTES = 4 + 10

/** Six accounts and one byte of data; the recipient's wallet is one more account. */
const CREATE_BYTES = 6 + 1

/**
 * Entries in the instruction trace, the transfer's own included. Creating an account calls the token program twice more
 * around one system call; at an address that holds lamports already that call becomes three (transfer, allocate, assign).
 */
const TRACE: Record<TokenAccountNeed, number> = { existing: 1, missing: 6, prefunded: 8 }

interface TransactionSize {
  bytes: number
  accounts: number
  trace: number
}

/**
 * Groups transfers, in their order, into as few transactions as fit by bytes, accounts and instruction trace.
 * A group is full when one more transfer like its last would not fit.
 */
export function packTransfers<T extends Packable>(
  transfers: readonly T[],
  format: TransactionFormat,
): { transfers: T[]; full: boolean }[] {
  const groups: T[][] = []
  let current: T[] = []
  for (const transfer of transfers) {
    if (current.length > 0 && !fits(current, transfer, format)) {
      groups.push(current)
      current = []
    }
    current.push(transfer)
  }
  if (current.length > 0) groups.push(current)
  return groups.map((group) => ({ transfers: group, full: isFull(group, format) }))
}

/**
 * Packs the transactions of one batch. While more transfers are queued behind it, the batch ends at its last full
 * transaction, so that none goes half-empty.
 */
export function packBatch<T extends Packable>(
  transfers: readonly T[],
  { format, moreQueued }: { format: TransactionFormat; moreQueued: boolean },
): T[][] {
  const groups = packTransfers(transfers, format)
  if (moreQueued && groups.length > 1 && groups.at(-1)?.full === false) groups.pop()
  return groups.map((group) => group.transfers)
}

function isFull<T extends Packable>(group: readonly T[], format: TransactionFormat): boolean {
  const last = group.at(-1)
  return last !== undefined && !fits(group, { ...last, tokenAccount: '' }, format)
}

function fits(group: readonly Packable[], next: Packable, format: TransactionFormat): boolean {
  const together = [...group, next]
  const limit = Math.min(...together.map((transfer) => transfer.packLimit ?? Number.POSITIVE_INFINITY))
  if (together.length > limit) return false
  const { bytes, accounts, trace } = sizeOf(together, format)
  return bytes <= MAX_TRANSACTION_BYTES[format] && accounts <= MAX_ACCOUNTS && trace <= MAX_INSTRUCTION_TRACE
}

/** Computes the size of a transaction. A wallet that occurs twice shares its accounts and its new token account. */
export function sizeOf(group: readonly Packable[], format: TransactionFormat): TransactionSize {
  const frame = FRAMES[format]
  const seen = new Set<string>()
  const creates = group.some(({ need }) => need !== 'existing')
  let instructionBytes = 0
  let accounts = frame.accounts + (creates ? CREATING_ACCOUNTS : 0)
  let trace = frame.trace
  for (const { tokenAccount, need } of group) {
    instructionBytes += frame.bytesPerInstruction + TRANSFER_BYTES
    if (seen.has(tokenAccount)) {
      trace += TRACE.existing
      continue
    }
    seen.add(tokenAccount)
    accounts += need === 'existing' ? 1 : 2
    instructionBytes += need === 'existing' ? 0 : frame.bytesPerInstruction + CREATE_BYTES
    trace += TRACE[need]
  }
  return { bytes: frame.bytes + accounts * KEY_BYTES + instructionBytes, accounts, trace }
}

/** Returns the token accounts that transfers create: a wallet that is paid twice gets one. */
export function createdAccounts(transfers: readonly Packable[]): ReadonlySet<string> {
  return new Set(transfers.filter(({ need }) => need !== 'existing').map(({ tokenAccount }) => tokenAccount))
}
