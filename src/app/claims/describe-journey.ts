import { toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import type { Claim } from '#domain/claim.ts'
import type { ClaimAttention } from '#domain/claim-attention.ts'
import { RECIPIENTS_FAULTS } from '#payout/explain-chain-error.ts'
import { RECIPIENT_REFUSALS } from '#solana/recipients.ts'
import { CLAIM_REJECTED } from '#store/claim-decisions.ts'
import type { ClaimJourney } from '#store/claim-records.ts'

const RECIPIENTS: readonly string[] = [...RECIPIENTS_FAULTS, ...RECIPIENT_REFUSALS]

/** Describes where a claim's payment is, in times and in words that name nobody. */
export function describeJourney(claim: Pick<Claim, 'status' | 'settledAtMs'>, journey: ClaimJourney | null) {
  return {
    inRunAt: toEpochSecondsOrNull(journey && isOnItsWay(journey) ? journey.run?.startedAtMs : null),
    onChainAt: toEpochSecondsOrNull(journey?.journaledAtMs),
    settledAt: toEpochSecondsOrNull(claim.settledAtMs),
    attention: journey && claim.status === 'queued' ? attentionTo(journey) : null,
  }
}

/** False on the list of a run that has ended without it: it waits for the next one. */
function isOnItsWay({ payment, run }: ClaimJourney): boolean {
  return payment.state !== 'queued' || run?.state === 'running' || run?.state === 'stopping'
}

function attentionTo({ payment: { state, baseUnits, failure } }: ClaimJourney): ClaimAttention | null {
  if (state === 'hold') return 'on_hold'
  if (state !== 'failed' || failure === CLAIM_REJECTED) return null
  if (baseUnits === 0n) return 'too_small'
  return failure !== null && RECIPIENTS.includes(failure) ? 'recipient' : 'failed'
}
