/** A claim as a claimant sends it. `eth`, `sol` and `nonce` are verbatim as they were signed. */
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
