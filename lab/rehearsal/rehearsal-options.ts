/** What is rehearsed, and how. */
export interface RehearsalOptions {
  allocationsFile: string
  claimants: number
  batchSize: number
  delayMs: number
  /** Recipients have their token accounts already. */
  existingAccounts: boolean
  /** The cluster takes v1 transactions. */
  v1: boolean
  /** How the cluster misbehaves while it is paid. */
  faults: { profile: string; seed: number } | null
}
