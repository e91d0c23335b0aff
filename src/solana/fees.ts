/** What the network charges for each signature, whatever the transaction does (solana fee structure). */
const LAMPORTS_PER_SIGNATURE = 5000n

/** Bounds of the price that is offered beyond the base fee, in micro-lamports per compute unit. */
const PRICE_FLOOR = 1_000n
const PRICE_CAP = 1_000_000n

/** The most compute units a transaction may ask for (agave, MAX_COMPUTE_UNIT_LIMIT). */
export const MAX_COMPUTE_UNITS = 1_400_000

/** Three quarters of the recent offers for the same accounts were at most this, within our bounds. */
export function priorityPrice(recentPrices: readonly bigint[]): bigint {
  const sorted = [...recentPrices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upperQuartile = sorted[Math.floor(sorted.length * 0.75)] ?? PRICE_FLOOR
  if (upperQuartile < PRICE_FLOOR) return PRICE_FLOOR
  return upperQuartile > PRICE_CAP ? PRICE_CAP : upperQuartile
}

/** The limit to ask for, from what a simulation used: the fee grows with the limit, and a fifth covers what may change. */
export function computeUnitLimit(simulatedUnits: number): number {
  return Math.min(Math.ceil(simulatedUnits * 1.2) + 500, MAX_COMPUTE_UNITS)
}

/** The fee of a transaction with one signature: it depends on what is asked for, not on what is used. */
export function transactionFeeLamports(unitLimit: number, microLamportsPerUnit: bigint): bigint {
  return LAMPORTS_PER_SIGNATURE + (BigInt(unitLimit) * microLamportsPerUnit + 999_999n) / 1_000_000n
}
