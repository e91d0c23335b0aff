/** The source account's balance in one finalized bank. */
export interface BalanceAnchor {
  slot: number
  baseUnits: bigint
}

/** The beginning of an account: before its first transaction it held nothing. */
export const BEFORE_EVERYTHING: BalanceAnchor = { slot: -1, baseUnits: 0n }

/** A finalized transaction that touched the source account. */
interface BalanceEntry {
  slot: number
  /** The change of the balance; null where it is not known. */
  changeBaseUnits: bigint | null
}

export type BalanceExplanation =
  | { kind: 'explained' }
  /** Positive where the account holds more than the entries explain, negative where it holds less. */
  | { kind: 'unexplained'; excessBaseUnits: bigint }
  /** The node lists a transaction whose movements it does not have. */
  | { kind: 'unknown' }

/**
 * Tells whether a balance is the sum of an earlier one and every transaction since. The state of an account
 * involves no index: a transaction that a late or incomplete history leaves out shows here as a difference.
 */
export function explainBalance(
  anchor: BalanceAnchor,
  now: BalanceAnchor,
  entries: readonly BalanceEntry[],
): BalanceExplanation {
  let expected = anchor.baseUnits
  for (const { slot, changeBaseUnits } of entries) {
    if (slot <= anchor.slot || slot > now.slot) continue
    if (changeBaseUnits === null) return { kind: 'unknown' }
    expected += changeBaseUnits
  }
  const excessBaseUnits = now.baseUnits - expected
  return excessBaseUnits === 0n ? { kind: 'explained' } : { kind: 'unexplained', excessBaseUnits }
}
