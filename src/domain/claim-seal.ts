import type { SignedBy } from './claim-nonce.ts'
import { type SealedRecord, sealedValue } from './sealed-record.ts'

/** The part of a claim that says whom it pays how much, and what was signed for it: fixed once the claim is accepted. */
export interface AcceptedClaim {
  id: string
  evm_address: string
  eth_signed: string
  sol_address: string
  amount_wei: string
  amount_ua: string
  chain_id: number
  nonce: string
  signature: string
  signed_by: SignedBy
}

const FIELDS = [
  'id',
  'evm_address',
  'eth_signed',
  'sol_address',
  'amount_wei',
  'amount_ua',
  'chain_id',
  'nonce',
  'signature',
  'signed_by',
] as const satisfies (keyof AcceptedClaim)[]

/** What the seal of a claim covers. */
export function sealedClaim(claim: AcceptedClaim): SealedRecord {
  return { kind: 'claim', fields: FIELDS.map((name) => [name, sealedValue(claim[name])]) }
}
