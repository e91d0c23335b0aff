/** What the network charges for each signature, whatever the transaction does (solana fee structure). */
const LAMPORTS_PER_SIGNATURE = 5000n

/** The least that is offered beyond the base fee, in micro-lamports per compute unit. */
const PRICE_FLOOR = 1_000n

/** The most that is offered unless the operator says otherwise: about 0.00027 SOL for a payout to nine new accounts. */
export const DEFAULT_PRICE_CAP = 1_000_000

/** The most compute units a transaction may ask for (agave, MAX_COMPUTE_UNIT_LIMIT). */
export const MAX_COMPUTE_UNITS = 1_400_000

/**
 * What to offer for a compute unit: as much as three quarters of the recent offers for the same accounts were at most,
 * doubled for each time in a row that transactions expired unseen, between our floor and the operator's cap.
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

/** The limit to ask for, from what a simulation used: the fee grows with the limit, and a fifth covers what may change. */
export function computeUnitLimit(simulatedUnits: number): number {
  return Math.min(Math.ceil(simulatedUnits * 1.2) + 500, MAX_COMPUTE_UNITS)
}

/** The fee of a transaction with one signature: it depends on what is asked for, not on what is used. */
export function transactionFeeLamports(unitLimit: number, microLamportsPerUnit: bigint): bigint {
  return LAMPORTS_PER_SIGNATURE + (BigInt(unitLimit) * microLamportsPerUnit + 999_999n) / 1_000_000n
}
