/** The comparison of a run that has ended with the chain. */
export interface RunComparison {
  /** Nothing was missing, nothing unknown, and nothing else had left the wallet. */
  agrees: boolean
  checkedAtMs: number
  /** The run's payments that the chain shows. */
  payments: number
  baseUnits: bigint
  /** Payments of this wallet that the chain shows and the records do not count. */
  unknownPayments: number
  /** The run's payments that the chain does not show. */
  missing: number
  /** Transactions by which something else left the source account, and that nobody had acknowledged by then. */
  otherOutflows: readonly string[]
}

/**
 * The ways in which records and chain can differ:
 *
 * - `missing`: the records say paid, the chain does not.
 * - `duplicate`: the chain paid a recipient of the records again, in a transaction that they do not count.
 * - `foreign`: the chain paid a recipient that is not in the records.
 * - `different_amount`: both say paid, by different amounts.
 */
export const DIFFERENCE_KINDS = ['missing', 'duplicate', 'foreign', 'different_amount'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]
