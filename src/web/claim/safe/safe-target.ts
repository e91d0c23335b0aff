import type { SafeReport } from '#domain/account-report.ts'

/** A Safe on one chain. */
export interface SafeTarget extends SafeReport {
  eth: string
  /** As `0x` hex. */
  chainId: string
}
