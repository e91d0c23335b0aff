import type { TokenAccountNeed } from '#solana/recipients.ts'

/** One transfer, as far as its room in a transaction is concerned. */
export interface Packable {
  tokenAccount: string
  need: TokenAccountNeed
  /** The most transfers that may share its transaction; null for as many as fit. */
  packLimit: number | null
}

/** The most bytes of a serialized v0 transaction: one IPv6 packet (solana-sdk, PACKET_DATA_SIZE). */
export const MAX_TRANSACTION_BYTES = 1232

/** The most instructions of a transaction, counting those that programs call (agave, MAX_INSTRUCTION_TRACE_LENGTH). */
const MAX_INSTRUCTION_TRACE = 64

const KEY_BYTES = 32

/** `ferry:` and 128 random bits in base64url: as long as leaves room for nine new token accounts. */
export const MEMO_BYTES = 28

/**
 * What every payout carries, by the wire format: one signature (1 + 64), version (1), header (3), key count (1), five
 * keys (wallet, source, mint, token and compute budget program), blockhash (32), instruction count (1), compute
 * limit (8), compute price (12), no lookup tables (1); and the memo: its program's key, 3 and its text.
 */
const BASE_BYTES = 65 + 1 + 3 + 1 + 5 * KEY_BYTES + 32 + 1 + 8 + 12 + 1 + (KEY_BYTES + 3 + MEMO_BYTES)
const BASE_TRACE = 3

/** The system and the associated token program, once any account is to be created. */
const CREATING_BYTES = 2 * KEY_BYTES

/** Program, four accounts, ten bytes of data, and their counts. */
const TRANSFER_BYTES = 1 + 1 + 4 + 1 + 10

/** Program, six accounts, one byte of data, and their counts; the recipient's wallet is one more key. */
const CREATE_BYTES = 1 + 1 + 6 + 1 + 1 + KEY_BYTES

/**
 * Entries in the instruction trace, the transfer's own included. Creating an account calls the token program twice more
 * around one system call; at an address that holds lamports already that call becomes three (transfer, allocate, assign).
 */
const TRACE: Record<TokenAccountNeed, number> = { existing: 1, missing: 6, prefunded: 8 }

interface Room {
  bytes: number
  trace: number
}

/**
 * Groups transfers, in their order, into as few transactions as fit by bytes and by instruction trace.
 * A group is full when one more transfer like its last would not fit.
 */
export function packTransfers<T extends Packable>(
  transfers: readonly T[],
): { transfers: T[]; full: boolean }[] {
  const groups: T[][] = []
  let current: T[] = []
  for (const transfer of transfers) {
    if (current.length > 0 && !fits(current, transfer)) {
      groups.push(current)
      current = []
    }
    current.push(transfer)
  }
  if (current.length > 0) groups.push(current)
  return groups.map((group) => ({ transfers: group, full: isFull(group) }))
}

/**
 * The transactions of one batch: all that `transfers` needs, but while more is queued behind it, it ends at its last
 * full transaction, so that none goes half-empty.
 */
export function packBatch<T extends Packable>(transfers: readonly T[], moreQueued: boolean): T[][] {
  const groups = packTransfers(transfers)
  if (moreQueued && groups.length > 1 && groups.at(-1)?.full === false) groups.pop()
  return groups.map((group) => group.transfers)
}

function isFull<T extends Packable>(group: readonly T[]): boolean {
  const last = group.at(-1)
  return last !== undefined && !fits(group, { ...last, tokenAccount: '' })
}

function fits(group: readonly Packable[], next: Packable): boolean {
  const together = [...group, next]
  const limit = Math.min(...together.map((transfer) => transfer.packLimit ?? Number.POSITIVE_INFINITY))
  if (together.length > limit) return false
  const { bytes, trace } = roomOf(together)
  return bytes <= MAX_TRANSACTION_BYTES && trace <= MAX_INSTRUCTION_TRACE
}

/** Bytes and trace entries of a transaction. A wallet that occurs twice shares its keys and its new account. */
export function roomOf(group: readonly Packable[]): Room {
  const seen = new Set<string>()
  const creates = group.some(({ need }) => need !== 'existing')
  let bytes = BASE_BYTES + (creates ? CREATING_BYTES : 0)
  let trace = BASE_TRACE
  for (const { tokenAccount, need } of group) {
    bytes += TRANSFER_BYTES
    if (seen.has(tokenAccount)) {
      trace += TRACE.existing
      continue
    }
    seen.add(tokenAccount)
    bytes += KEY_BYTES + (need === 'existing' ? 0 : CREATE_BYTES)
    trace += TRACE[need]
  }
  return { bytes, trace }
}
