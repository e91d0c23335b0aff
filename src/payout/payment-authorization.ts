import type { Transfer } from '#domain/transfer.ts'

/** The token that is about to be paid, as it was compared with the chain. */
export interface PaidToken {
  mintAddress: string
  mintDecimals: number
  genesisHash: string
}

/** Tells whether transfers are what was accepted: what a claimant signed, or what an operator uploaded. */
export interface PaymentAuthorization {
  /** Returns, by transfer id, why it must not be paid in this token, in words. What is left out may be paid. */
  check(transfers: readonly Transfer[], token: PaidToken): Promise<Map<number, string>>
}
