import type { Address } from '@solana/kit'
import type { AmountUA, BaseUnits } from './amounts.ts'
import type { EvmAddress } from './evm-address.ts'
import type { TransferState } from './payout-states.ts'

/** `run`: journaled and seen final. `take_over`: recorded from the chain. `mark_sent`: proved by its transaction; forced ones are not. */
export const PAYMENT_RECORDS = ['run', 'take_over', 'mark_sent', 'mark_sent_forced'] as const
export type PaymentRecord = (typeof PAYMENT_RECORDS)[number]

/** A payment on the records: owed, under way or made. It outlives its claim: what was paid is never deleted. */
export interface Transfer {
  id: number
  /** Set for a claim's payment, for as long as the claim exists. */
  claimId: string | null
  /** The claim's id, kept when the claim is reset; null until then. */
  formerClaimId: string | null
  /** The claim's, kept when the claim is reset; null for a distribution's row. */
  evmAddress: EvmAddress | null
  /** Set for a distribution's row, with its number in the file. */
  distributionId: string | null
  rowNumber: number | null
  /** The run that pays it, or paid it; null before the first. */
  runId: number | null
  state: TransferState
  recipient: Address
  baseUnits: BaseUnits
  dustUA: AmountUA
  /** Empty where it was marked sent before any sender was configured. */
  mintAddress: Address | ''
  /** Of the mint; the coin's own where the mint was not known when it was marked sent. */
  mintDecimals: number
  /** `unknown` where it was marked sent before any sender was configured. */
  genesisHash: string
  /** The most transfers its next transaction may carry: halved each time one fails on chain, until the failed transfer is alone. */
  packLimit: number | null
  failure: string | null
  paidTx: string | null
  /** The evidence by which it counts as paid; null until it is paid. */
  recordedBy: PaymentRecord | null
  /** For a payment that was recorded without a run: the newest run there was then, 0 before the first. */
  recordedAfterRun: number | null
  /** Keyed over a distribution's row as it was uploaded; null for a claim's payment, which the claim's own seal covers. */
  seal: string | null
  settledAtMs: number | null
}
