import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import { messageUnder } from '#domain/signed-message.ts'
import { type SiweTerms, siweTermsOf } from '#domain/siwe-terms.ts'
import type { ClaimFacts } from './check-claim-signature.ts'
import type { SubmittedClaim } from './submitted-claim.ts'

/**
 * Says which other message of this portal a key signed in place of the required one: that of the other kind, or one that
 * names an earlier holder list. Null where it is neither. No chain is asked, so contract wallets' signatures are
 * never recognized.
 */
export async function signedOtherwise(
  { signers, settings, store }: AppContext,
  { eth, sol, signature }: SubmittedClaim,
  { address, chainId, amountUA, nonce, fileHash, siweTerms }: ClaimFacts,
): Promise<PortalError | null> {
  async function isOver(terms: SiweTerms | null, amount: string = amountUA): Promise<boolean> {
    const message = messageUnder(terms, { eth, sol, amountUA: amount, nonce, chainId })
    const result = await signers.recover(message, signature)
    return 'signer' in result && result.signer === address
  }

  if (siweTerms === null) {
    if (settings.publicUrl === null) return null
    const isSiwe = await isOver(siweTermsOf({ ...settings, claimMessage: 'siwe' }, fileHash))
    return isSiwe ? new PortalError('wrong_message', {}) : null
  }
  if (await isOver(null)) return new PortalError('wrong_message', { publicUrl: siweTerms.publicUrl })
  const before = await store.snapshots.allocationBefore(address)
  if (!before?.fileHash) return null
  const amountBefore = formatDecimalUnits(before.amountWei, settings.coinDecimals)
  const isOfListBefore = await isOver({ ...siweTerms, fileHash: before.fileHash }, amountBefore)
  return isOfListBefore ? new PortalError('list_replaced') : null
}
