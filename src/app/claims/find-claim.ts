import type { ClaimResponse } from '#api-schema/claims.ts'
import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/reply-values.ts'
import type { Claim, ClaimAttention } from '#domain/claim.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { isWithdrawn } from '#domain/payment.ts'
import { PortalError } from '#domain/portal-error.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { RECIPIENTS_FAULTS } from '#payout/settle/explain-chain-error.ts'
import { RECIPIENT_REFUSALS } from '#solana/recipients.ts'
import type { ClaimJourney } from '#store/claims/claim-records.ts'
import { clusterOfClaim } from './list-claims.ts'
import { listTerms } from './submit-claim.ts'

/**
 * Returns what a returning claimant sees of their claim. Anyone may ask, so the wallet is shortened. Throws
 * no_claim.
 */
export async function findClaim({ store, settings }: AppContext, eth: string) {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const claim = await store.claims.findWithPayment(address)
  if (!claim) throw new PortalError('no_claim')
  const journey =
    claim.paymentState === null ? null : await store.claimRecords.findJourney(claim.id, listTerms(settings))
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

const RECIPIENTS: readonly string[] = [...RECIPIENTS_FAULTS, ...RECIPIENT_REFUSALS]

/** Describes where a claim's payment is, in times and in words that name nobody, and whether the claim can still be changed. */
export function describeJourney(
  claim: Pick<Claim, 'status' | 'settledAtMs'>,
  journey: ClaimJourney | null,
): Pick<ClaimResponse, 'inRunAt' | 'onChainAt' | 'settledAt' | 'attention' | 'correctable'> {
  return {
    inRunAt: toEpochSecondsOrNull(journey && isOnItsWay(journey) ? journey.run?.startedAtMs : null),
    onChainAt: toEpochSecondsOrNull(journey?.journaledAtMs),
    settledAt: toEpochSecondsOrNull(claim.settledAtMs),
    attention: journey && claim.status === 'queued' ? attentionTo(journey) : null,
    correctable: claim.status !== 'sent' && !journey?.isTaken,
  }
}

/** False on the list of a run that has ended without it, or once a rejection closed its payment: it waits for the next one. */
function isOnItsWay({ payment, run }: ClaimJourney): boolean {
  if (isWithdrawn(payment.state, payment.failure)) return false
  return payment.state !== 'queued' || run?.state === 'running' || run?.state === 'stopping'
}

function attentionTo({ payment }: ClaimJourney): ClaimAttention | null {
  const { state, baseUnits, failure } = payment
  if (state === 'hold') return 'on_hold'
  if (state !== 'failed' || isWithdrawn(state, failure)) return null
  if (baseUnits === 0n) return 'too_small'
  return failure !== null && RECIPIENTS.includes(failure) ? 'recipient' : 'failed'
}
