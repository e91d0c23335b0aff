import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { clusterOfClaim } from './describe-claim.ts'
import { describeJourney } from './describe-journey.ts'

/**
 * Returns what a returning claimant sees of their claim. Anyone may ask, so the wallet is shortened. Throws
 * no_claim.
 */
export async function findClaim({ store }: AppContext, eth: string) {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const claim = await store.claims.findWithPayment(address)
  if (!claim) throw new PortalError('no_claim')
  const journey = claim.paymentState === null ? null : await store.claimRecords.findJourney(claim.id)
  return {
    id: claim.id,
    status: claim.status,
    amountUA: claim.amountUA,
    solAddr: shortenAddress(claim.solAddress),
    submittedAt: toEpochSeconds(claim.submittedAtMs),
    correctedAt: toEpochSecondsOrNull(claim.correctedAtMs),
    sending: claim.attemptState !== null && claim.attemptState !== 'hold',
    solTx: claim.solTx,
    cluster: clusterOfClaim(claim, claim.solTx === null ? undefined : await store.senders.find('bulk')),
    reason: claim.rejectReason,
    ...describeJourney(claim, journey),
  }
}
