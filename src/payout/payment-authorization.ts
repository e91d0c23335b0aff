import type { Transfer } from '#domain/transfer.ts'

/** The token that is about to be paid, as it was compared with the chain. */
export interface PaidToken {
  mintAddress: string
  mintDecimals: number
  genesisHash: string
}

/** Checks that transfers are as they were accepted: signed by a claimant, or uploaded by an operator. */
export interface PaymentAuthorization {
  /**
   * Returns, by transfer id, why a transfer must not be paid in this token, in words. The others may be paid.
   */
  check(transfers: readonly Transfer[], token: PaidToken): Promise<Map<number, string>>
}
