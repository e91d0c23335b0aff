import type { AppContext } from '#app/app-context.ts'
import { type SiweTerms, siweTermsOf } from '#domain/claim-message.ts'

/** The settings of a portal whose claims are signed as EIP-4361 has it. */
export const SIWE_SETTINGS = {
  claimMessage: 'siwe',
  publicUrl: 'https://claim.example.org',
  tokenSymbol: 'FRY',
} as const

/** Returns what a message has to name to be accepted by a portal now. */
export async function siweTermsInForce({ settings, store }: AppContext): Promise<SiweTerms> {
  const terms = siweTermsOf(settings, (await store.snapshots.current())?.fileHash ?? null)
  if (terms === null) throw new Error('This portal takes the five lines')
  return terms
}
