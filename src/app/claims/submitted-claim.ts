/** What a claimant sends. `eth`, `sol` and `nonce` are what was signed, verbatim. */
export interface SubmittedClaim {
  eth: string
  sol: string
  /** Milliseconds since the epoch. */
  nonce: number | string
  /** `0x` and hex. */
  signature: string
  /** The chain that the wallet was on. */
  chainId: number | string
  /** The claimant knows that a program controls the Solana address, and means it. */
  confirmProgramOwned?: boolean | undefined
}
