import { toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import type { Claim } from '#domain/claim.ts'
import type { ClaimAttention } from '#domain/claim-attention.ts'
import { RECIPIENTS_FAULTS } from '#payout/explain-chain-error.ts'
import { RECIPIENT_REFUSALS } from '#solana/recipients.ts'
import type { ClaimJourney } from '#store/claim-records.ts'
import { CLAIM_REJECTED } from '#store/claim-rejected.ts'

const RECIPIENTS: readonly string[] = [...RECIPIENTS_FAULTS, ...RECIPIENT_REFUSALS]

/** Describes where a claim's payment is, in times and in words that name nobody, and whether the claim can still be changed. */
export function describeJourney(claim: Pick<Claim, 'status' | 'settledAtMs'>, journey: ClaimJourney | null) {
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
  if (isClosed(payment)) return false
  return payment.state !== 'queued' || run?.state === 'running' || run?.state === 'stopping'
}

function isClosed({ state, failure }: ClaimJourney['payment']): boolean {
  return state === 'failed' && failure === CLAIM_REJECTED
}

function attentionTo({ payment }: ClaimJourney): ClaimAttention | null {
  const { state, baseUnits, failure } = payment
  if (state === 'hold') return 'on_hold'
  if (state !== 'failed' || isClosed(payment)) return null
  if (baseUnits === 0n) return 'too_small'
  return failure !== null && RECIPIENTS.includes(failure) ? 'recipient' : 'failed'
}
