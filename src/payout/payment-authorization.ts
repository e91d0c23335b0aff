import type { TransferRow } from '#store/schema.ts'

/** Tells whether transfers are what was accepted: what a claimant signed, or what an operator uploaded. */
export interface PaymentAuthorization {
  /** Returns, by transfer id, why it must not be paid, in words. What is left out may be paid. */
  check(transfers: readonly TransferRow[]): Promise<Map<number, string>>
}
