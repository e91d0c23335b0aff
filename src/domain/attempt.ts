import type { Address } from '@solana/kit'
import type { AttemptState } from './payout-states.ts'

/** A `marker` moves nothing: it shows how far the history that a node returns reaches. */
export type AttemptKind = 'payment' | 'marker'

/** A signed transaction, as the journal keeps it. */
export interface Attempt {
  /** 128 random bits in base64url: also what its memo says. */
  id: string
  runId: number
  kind: AttemptKind
  state: AttemptState
  signature: string
  wireBytes: Buffer
  blockhash: string
  lastValidBlockHeight: number
  /** The slot at which its blockhash was read: it can not have landed before. */
  contextSlot: number
  walletAddress: Address
  sourceTokenAccount: Address
  genesisHash: string
  /** The fencing token of the runner that journaled it. */
  fence: number
  journaledAtMs: number
  /** The time at which it was put on hold, if ever. */
  heldAtMs: number | null
  resolvedAtMs: number | null
  slot: number | null
  /** The base units that leave the source account if it lands without error. */
  baseUnits: bigint
  /** The fee that is charged if it lands, failed or not. */
  feeLamports: bigint
  /** The rent that stays in the token accounts that it creates. */
  rentLamports: bigint
  error: string | null
  /** Keyed over its signature and what it pays to whom (see sealed-record.ts). */
  seal: string
}

declare const journaled: unique symbol

/**
 * A transaction whose bytes are durably written down. Only the store's journal makes one, and
 * `SolanaRpc.broadcast` takes nothing else: an unjournaled transaction can not be sent.
 */
export type Journaled<T> = T & { readonly [journaled]: true }
