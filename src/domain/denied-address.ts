import { readEvmAddress } from './evm-address.ts'
import { isSolanaAddress } from './solana-address.ts'

/** An address that no claim is taken from, none to, and that is paid nothing. */
export interface DeniedAddress {
  /** An EVM address in its one spelling, or a Solana address. */
  address: string
  /** Where it comes from: a sanctions list, a report. */
  source: string
  note: string | null
  addedAtMs: number
}

/** Reads an EVM or a Solana address; null when the text is neither. */
export function readDeniableAddress(text: string): string | null {
  return readEvmAddress(text) ?? (isSolanaAddress(text) ? text : null)
}

/** The reason why a payment is on hold, in words. */
export function denialWords({ address, source }: DeniedAddress): string {
  return `${address} ${DENIAL} (${source})`
}

/** The words by which a payment on hold is known to be held for the deny list. */
export const DENIAL = 'is on the deny list'

/** Tells whether a payment is on hold for that reason: a run pays it once the address is off the list. */
export function isDenial(reason: string | null): boolean {
  return reason?.includes(DENIAL) ?? false
}
