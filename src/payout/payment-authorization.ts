import type { TransferRow } from '#store/schema.ts'

/** Says whether payments are still what was accepted. Asked when they are packed: one that it names is held, with its words. */
export interface PaymentAuthorization {
  /** Why a transfer may not be paid, in words, by its id. Those that may are absent. Rejects where it can not tell: then nothing is paid. */
  check(transfers: readonly TransferRow[]): Promise<Map<number, string>>
}
