import { shortenAddress } from '#domain/shorten-address.ts'
import type { LanguageCode } from '#web/claim/language/languages.ts'
import type { AllTexts } from '#web/claim/language/later-english.ts'
import { fill, fillCount } from '#web/ui/fill.ts'
import type { SignatureComplaint } from './read-signature.ts'

/** Says why a pasted signature is not sent. */
export function complaintText(
  complaint: SignatureComplaint,
  eth: string,
  { elsewhere: { signatureProblems: words }, form }: AllTexts,
  language: LanguageCode,
): string {
  if (complaint.kind === 'secret') return form.secret
  if (complaint.kind === 'length') return fillCount(words.length, { count: complaint.bytes }, language)
  if (complaint.kind !== 'otherSigner') return words[complaint.kind]
  const { signer } = complaint
  return signer === null ? words.noSigner : fill(form.otherSigner, { signer, own: shortenAddress(eth) })
}
