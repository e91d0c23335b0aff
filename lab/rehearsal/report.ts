import type { CallCounts } from '#lab/localnet/call-counter.ts'

/** The results of a rehearsal. Lamports and dust are decimal strings; rates are per second. */
export interface RehearsalReport {
  /** In the file as given. */
  holders: number
  claimants: number
  accepted: number
  sent: number
  transactions: number
  /** The number of them in the larger format; none with --v0. */
  v1Transactions: number
  recipientsPerTransaction: number
  feeLamports: string
  rentLamports: string
  feeLamportsPerRecipient: number
  /** The fees that one transaction for each recipient would have cost. */
  feeLamportsPerTransaction: number
  /** The remainder that the token's decimals could not hold, in whole tokens. */
  dust: string
  claimsPerSecond: number
  recipientsPerSecond: number
  /** From the first Start until everyone was paid, by method, the most frequent first. */
  rpcCalls: CallCounts
  rpcCallsTotal: number
  unpaid: number
  paidTwice: number
  wrongAmount: number
  /** Tokens in base units; only with --treasury. */
  treasury?: TreasuryReport
  /** Payments on hold when the faults ended, settled by the chain; only with --faults. */
  held?: number
  /** The faults at the cluster, by kind; only with --faults. */
  faults?: Record<string, number>
  seconds: number
}

/** What a payout by a treasury's delegate moved: in and out of the delegate's own wallet nothing at all. */
export interface TreasuryReport {
  hotWalletBefore: string
  hotWalletAfter: string
  leftTreasury: string
  paid: string
}

/** Formats the report for a person. */
export function printReport(report: RehearsalReport, disagreements: number): string {
  const rows = Object.entries(report).map(
    ([name, value]) => `  ${name.padEnd(28)}${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  const result =
    disagreements === 0
      ? 'The chain and the books agree, recipient by recipient, to the base unit.'
      : `The chain and the books DIFFER for ${disagreements} of ${report.claimants} recipients.`
  return ['', 'Rehearsal', ...rows, '', result].join('\n')
}
