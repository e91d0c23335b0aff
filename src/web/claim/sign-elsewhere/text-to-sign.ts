import type { PortalResponse } from '#api-schema/portal.ts'
import { messageUnder, NONCE_MAX_AGE_MS, type SignedBy, siweTermsOf } from '#domain/claim-message.ts'
import type { ClaimToSubmit } from '#web/claim/form/submit-claim.ts'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { readStoredJson, store } from '#web/lib/browser-storage.ts'
import { serverNow } from '#web/lib/time.ts'

/** What a claim says besides who makes it and when. */
interface ClaimTerms extends Pick<ClaimToSubmit, 'sol' | 'amountUA' | 'corrects' | 'confirmProgramOwned'> {
  /** `0x` hex. */
  chainId: string
  /** The kind of the wallet that is to sign. */
  signedBy: SignedBy
}

/** A text that waits for its signature, exactly as the portal will verify it. */
export interface TextToSign extends ClaimTerms {
  /** The server's time at which it was made, in milliseconds. */
  nonce: number
  msg: string
}

/** A text and what was pasted below it so far. */
export interface KeptText {
  text: TextToSign
  pasted: string
}

/** Makes the text of a claim of what was just read, at the server's time. */
export function makeText(
  portal: PortalResponse,
  { amountUA, fileHash }: SeenAllocation,
  eth: string,
  terms: Omit<ClaimTerms, 'amountUA'>,
): TextToSign {
  const { sol, chainId } = terms
  const nonce = serverNow()
  const parts = { eth, sol, amountUA, nonce: `${nonce}`, chainId: Number(chainId) }
  return { ...terms, amountUA, nonce, msg: messageUnder(siweTermsOf(portal, fileHash), parts) }
}

/** Returns the server's time until which the portal takes a signature of the text, in milliseconds. */
export function expiryOf({ nonce, signedBy }: Pick<TextToSign, 'nonce' | 'signedBy'>): number {
  return nonce + NONCE_MAX_AGE_MS[signedBy]
}

const keyOf = (eth: string) => `ferry-text-${eth.toLowerCase()}`

/** Keeps a text over a reload; null forgets it. */
export function keepText(eth: string, kept: KeptText | null): void {
  store('visit', keyOf(eth), kept && JSON.stringify(kept))
}

/** Reads the text that was kept, if it says the same as the form does; else null. */
export function readKeptText(
  eth: string,
  { sol, amountUA, corrects }: Pick<ClaimTerms, 'sol' | 'amountUA' | 'corrects'>,
): KeptText | null {
  const kept = readStoredJson<KeptText>('visit', keyOf(eth))
  const text = kept?.text
  return text?.sol === sol && text.amountUA === amountUA && text.corrects === corrects ? kept : null
}
