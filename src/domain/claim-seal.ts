import type { SignedBy } from './claim-nonce.ts'
import { type SealedRecord, sealedValue } from './sealed-record.ts'

/** The part of a claim that says whom it pays how much, and what was signed for it: fixed once the claim is accepted. */
export interface AcceptedClaim {
  id: string
  evmAddress: string
  ethSigned: string
  solAddress: string
  amountWei: string
  amountUA: string
  chainId: number
  nonce: string
  signature: string
  signedBy: SignedBy
}

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
] as const satisfies (keyof AcceptedClaim)[]

/** What the seal of a claim covers. */
export function sealedClaim(claim: AcceptedClaim): SealedRecord {
  return { kind: 'claim', fields: FIELDS.map((name) => [name, sealedValue(claim[name])]) }
}
