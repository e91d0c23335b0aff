import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { messageUnder } from '#domain/signed-message.ts'
import { type SiweTerms, siweTermsOf } from '#domain/siwe-terms.ts'
import type { ClaimFacts } from './check-claim-signature.ts'
import type { SubmittedClaim } from './submitted-claim.ts'

/**
 * Says which other message of this portal a key signed in place of the required one: that of the other kind, or one that
 * names the holder list before this one. Null where it is neither. No chain is asked, so contract wallets' signatures
 * are never recognized.
 */
export async function signedOtherwise(
  { signers, settings, store }: AppContext,
  { eth, sol, signature }: SubmittedClaim,
  { address, chainId, amountUA, nonce, fileHash, siweTerms }: ClaimFacts,
): Promise<PortalError | null> {
  async function isOver(terms: SiweTerms | null): Promise<boolean> {
    const result = await signers.recover(
      messageUnder(terms, { eth, sol, amountUA, nonce, chainId }),
      signature,
    )
    return 'signer' in result && result.signer === address
  }

  if (siweTerms === null) {
    if (settings.publicUrl === null) return null
    const isSiwe = await isOver(siweTermsOf({ ...settings, claimMessage: 'siwe' }, fileHash))
    return isSiwe ? new PortalError('wrong_message', {}) : null
  }
  if (await isOver(null)) return new PortalError('wrong_message', { publicUrl: siweTerms.publicUrl })
  const hashBefore = await store.snapshots.hashBefore()
  const isOfListBefore = hashBefore !== null && (await isOver({ ...siweTerms, fileHash: hashBefore }))
  return isOfListBefore ? new PortalError('list_replaced') : null
}
