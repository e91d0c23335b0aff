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
