/**
 * Returns a payment's share of what its transaction cost: equal ones, of which the first take what does not divide, so that they add up to
 * the whole.
 */
export function shareOf(
  lamports: bigint,
  { position, carried }: { position: number; carried: number },
): bigint {
  const count = BigInt(carried)
  return lamports / count + (BigInt(position) < lamports % count ? 1n : 0n)
}
