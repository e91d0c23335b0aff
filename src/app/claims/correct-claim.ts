import type { AppContext } from '#app/app-context.ts'
import { type EvmAddress, readEvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { acceptClaim, type ConfirmedClaim, confirmClaim } from './submit-claim.ts'
import type { SubmittedClaim } from './submitted-claim.ts'

/**
 * Replaces the Solana address of the claim of an EVM address by one that its wallet has signed anew, and queues a rejected claim
 * again. It is checked as a first claim is; the store alone decides whether a run has taken it. Throws no_claim,
 * claim_of_other_address, nonce_not_newer, claim_under_way, key_required, already_paid, or as submitClaim does.
 */
export async function correctClaim(
  app: AppContext,
  eth: string,
  claim: SubmittedClaim,
  client: string | null,
): Promise<ConfirmedClaim> {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  if (readEvmAddress(claim.eth) !== address) throw new PortalError('claim_of_other_address')
  const { accepted, list } = await acceptClaim(app, claim, client, (_, nonce) =>
    findCorrectable(app, address, nonce),
  )
  const nowMs = app.now()
  const outcome = await app.store.claimCorrections.correct(accepted, nowMs)
  if (outcome === 'unknown_claim') throw new PortalError('no_claim')
  if (outcome !== 'done') throw new PortalError(outcome)
  return confirmClaim(app, accepted, list, nowMs)
}

/** Finds the claim to be corrected. Spares the cost of the signature check where the answer is known. */
async function findCorrectable({ store }: AppContext, address: EvmAddress, nonce: string): Promise<string> {
  const claim = await store.claims.findByAddress(address)
  if (!claim) throw new PortalError('no_claim')
  if (claim.status === 'sent') throw new PortalError('claim_under_way')
  if (BigInt(nonce) <= BigInt(claim.nonce)) throw new PortalError('nonce_not_newer')
  if (await store.claims.wasPaid(address, MAINNET_GENESIS_HASH)) throw new PortalError('already_paid')
  return claim.id
}
