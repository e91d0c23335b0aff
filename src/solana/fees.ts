/** The network's charge for each signature, whatever the transaction does (solana fee structure). */
export const BASE_FEE_LAMPORTS = 5000n

/** The least that is offered beyond the base fee, in micro-lamports per compute unit. */
const PRICE_FLOOR = 1_000n

/** The most compute units a transaction may ask for (agave, MAX_COMPUTE_UNIT_LIMIT). */
export const MAX_COMPUTE_UNITS = 1_400_000

/**
 * The most account data a transaction may load (agave, MAX_LOADED_ACCOUNTS_DATA_SIZE_BYTES). A v0 transaction has it
 * without asking, a v1 transaction has nothing unless it asks.
 */
export const MAX_LOADED_ACCOUNTS_BYTES = 64 * 1024 * 1024

/**
 * Computes the price to offer for a compute unit: the third quartile of recent offers for the same accounts, doubled for
 * each time in a row that transactions expired unseen. At least our floor, and never more than the operator's cap.
 */
export function priorityPrice(
  recentPrices: readonly bigint[],
  { cap, timesExpired = 0 }: { cap: number; timesExpired?: number },
): bigint {
  const sorted = [...recentPrices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upperQuartile = sorted[Math.floor(sorted.length * 0.75)] ?? PRICE_FLOOR
  const raised =
    (upperQuartile > PRICE_FLOOR ? upperQuartile : PRICE_FLOOR) << BigInt(Math.min(timesExpired, 30))
  return raised > BigInt(cap) ? BigInt(cap) : raised
}

/** Computes the limit from a simulation's units: the fee grows with the limit, and a fifth more covers what may change. */
export function computeUnitLimit(simulatedUnits: number): number {
  return Math.min(Math.ceil(simulatedUnits * 1.2) + 500, MAX_COMPUTE_UNITS)
}

/**
 * Computes the priority fee beyond the base fee, in whole lamports. It depends on the limit, not on the units used. A v0
 * transaction names the price and the cluster computes the fee; a v1 transaction names the fee.
 */
export function priorityFeeLamports(unitLimit: number, microLamportsPerUnit: bigint): bigint {
  return (BigInt(unitLimit) * microLamportsPerUnit + 999_999n) / 1_000_000n
}

/** Computes the fee of a transaction with one signature, in either format. */
export function transactionFeeLamports(unitLimit: number, microLamportsPerUnit: bigint): bigint {
  return BASE_FEE_LAMPORTS + priorityFeeLamports(unitLimit, microLamportsPerUnit)
}
