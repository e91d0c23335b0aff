import type { LocalnetForm } from './rehearsal-environment.ts'

/** The options of a rehearsal. */
export interface RehearsalOptions {
  allocationsFile: string
  claimants: number
  /** The PORTAL_CONFIG of the server; null for the built-in settings. */
  portalConfig: string | null
  batchSize: number
  delayMs: number
  /** True where recipients have their token accounts already. */
  existingAccounts: boolean
  /** True where the funded wallet is a treasury, and a delegate of it pays. */
  treasury: boolean
  cluster: LocalnetForm
  /** The faults at the cluster during the payout. */
  faults: { profile: string; seed: number } | null
}
