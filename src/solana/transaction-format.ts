/**
 * The wire formats of a payout: v0, which every cluster takes, and the larger v1 (SIMD-0385), where the cluster has
 * activated it.
 */
export const TRANSACTION_FORMATS = ['v0', 'v1'] as const
export type TransactionFormat = (typeof TRANSACTION_FORMATS)[number]

/** The most bytes of a serialized transaction: one IPv6 packet (solana-sdk, PACKET_DATA_SIZE), or what SIMD-0385 allows. */
export const MAX_TRANSACTION_BYTES: Record<TransactionFormat, number> = { v0: 1232, v1: 4096 }

/** A v1 transaction opens with its version; an older one with the number of its signatures, which is never this large. */
const V1_FIRST_BYTE = 0x81

/** Tells the format of a transaction from its bytes. */
export function formatOf(wireBytes: Uint8Array): TransactionFormat {
  return wireBytes[0] === V1_FIRST_BYTE ? 'v1' : 'v0'
}
