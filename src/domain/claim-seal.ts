import type { Claim } from './claim.ts'
import { type SealedRecord, sealedValue } from './sealed-record.ts'
import type { SiweTerms } from './siwe-terms.ts'

/** The fields that the seal of a claim covers, in its order. */
export const ACCEPTED_FIELDS = [
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
  'siweTerms',
] as const satisfies (keyof Claim)[]

/** The part of a claim that says whom it pays how much, and what was signed for it: fixed until it is corrected. */
export type AcceptedClaim = Pick<Claim, (typeof ACCEPTED_FIELDS)[number]>

/** Returns the record that the seal of a claim covers. */
export function sealedClaim(claim: AcceptedClaim): SealedRecord {
  return {
    kind: 'claim',
    fields: ACCEPTED_FIELDS.map((name) => [
      name,
      name === 'siweTerms' ? sealedTerms(claim.siweTerms) : sealedValue(claim[name]),
    ]),
  }
}

/** Returns the terms in one order, whatever the order in which the database keeps them. */
function sealedTerms(terms: SiweTerms | null): string {
  return JSON.stringify(
    terms && [terms.publicUrl, terms.tokenSymbol, terms.fileHash, terms.termsHash].map(sealedValue),
  )
}
