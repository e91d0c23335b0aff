import { claimPageEndpoints } from '#api-schema/claim-page-endpoints.ts'
import type { SubmitClaimBody } from '#api-schema/claims.ts'
import { claimMessage } from '#domain/claim-message.ts'
import type { SignedReceipt } from '#web/claim/status/signed-receipt.ts'
import { send } from '#web/lib/api-client.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { WalletError } from '#web/lib/wallet/wallet-error.ts'

export interface ClaimToSubmit {
  /** Verbatim as the wallet gave it. */
  eth: string
  sol: string
  amountUA: string
  /** The claimant confirmed an address that a program controls. */
  confirmProgramOwned: boolean
}

/** Has the wallet sign the claim, and sends it. Throws WalletError, ApiError, or TypeError without an answer. */
export async function submitClaim(
  { eth, sol, amountUA, confirmProgramOwned }: ClaimToSubmit,
  session: WalletSession,
  onSigned: () => void,
): Promise<SignedReceipt> {
  const { chainId } = session
  if (chainId === null) throw new WalletError('not_connected')
  const nonce = Date.now()
  const message = claimMessage({ eth, sol, amountUA, nonce: `${nonce}` })
  const signature = await session.sign(message)
  onSigned()
  const body: SubmitClaimBody = { eth, sol, nonce, signature, chainId }
  if (confirmProgramOwned) body.confirmProgramOwned = true
  const { id } = await send(claimPageEndpoints.submitClaim, { body })
  return {
    id,
    portal: location.origin,
    submittedAt: new Date().toISOString(),
    chainId,
    address: eth,
    msg: message,
    sig: signature,
  }
}
