import { shortenAddress } from '#domain/shorten-address.ts'
import type { AllTexts } from '#web/claim/language/later-english.ts'
import type { SignatureComplaint } from './read-signature.ts'

/** Says why a pasted signature is not sent. */
export function complaintText(
  complaint: SignatureComplaint,
  eth: string,
  { elsewhere: { signatureProblems: words }, form }: AllTexts,
): string {
  if (complaint.kind === 'secret') return form.secret
  if (complaint.kind === 'length') return words.length(complaint.bytes)
  if (complaint.kind !== 'otherSigner') return words[complaint.kind]
  const { signer } = complaint
  return signer === null ? words.noSigner : form.otherSigner(signer, shortenAddress(eth))
}
