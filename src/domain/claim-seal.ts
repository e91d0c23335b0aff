import type { Claim } from './claim.ts'
import { type SealedRecord, sealedValue } from './sealed-record.ts'

const FIELDS = [
  'id',
  'evmAddress',
  'ethSigned',
  'solAddress',
  'amountWei',
  'amountUA',
  'chainId',
  'nonce',
  'signature',
  'signedBy',
] as const satisfies (keyof Claim)[]

/** The part of a claim that says whom it pays how much, and what was signed for it: fixed until it is corrected. */
export type AcceptedClaim = Pick<Claim, (typeof FIELDS)[number]>

/** Returns the record that the seal of a claim covers. */
export function sealedClaim(claim: AcceptedClaim): SealedRecord {
  return { kind: 'claim', fields: FIELDS.map((name) => [name, sealedValue(claim[name])]) }
}
