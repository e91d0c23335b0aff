/** The messages that a portal may have its claims signed with: the specification's five lines, or EIP-4361. */
export const CLAIM_MESSAGES = ['lines', 'siwe'] as const
export type ClaimMessageKind = (typeof CLAIM_MESSAGES)[number]

/** What an EIP-4361 message names besides the claim itself, as it was when the claim was signed. */
export interface SiweTerms {
  /** The portal's official origin. */
  publicUrl: string
  tokenSymbol: string
  /** Of the holder list that gives the amount. */
  fileHash: string
  /** SHA-256 of the terms that the claimant accepts, in hexadecimal. */
  termsHash: string | null
}

/** The settings that decide what is signed, as the server has them and GET /api/portal answers them. */
export interface MessageSettings {
  claimMessage: ClaimMessageKind
  publicUrl: string | null
  tokenSymbol: string
  termsHash: string | null
}

/** Stands for the list in a message that is built while none is in force: no claim is accepted then. */
const NO_LIST = 'none'

/** Returns what a message signed under these settings has to name; null where it is the five lines. */
export function siweTermsOf(
  { claimMessage, publicUrl, tokenSymbol, termsHash }: MessageSettings,
  fileHash: string | null,
): SiweTerms | null {
  if (claimMessage === 'lines') return null
  if (publicUrl === null) throw new Error('A message after EIP-4361 takes a publicUrl')
  return { publicUrl, tokenSymbol, fileHash: fileHash ?? NO_LIST, termsHash }
}
