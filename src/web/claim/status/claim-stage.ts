import type { ClaimResponse } from '#api-schema/claims.ts'
import type { BadgeTone } from '#web/ui/Badge.tsx'
import type { IconName } from '#web/ui/Icon.tsx'

/** Where a claim stands, as its claimant is told: its status, and of a queued one whether its payment is under way. */
export type ClaimStage = 'queued' | 'sending' | 'sent' | 'rejected'

export const STAGE_LOOKS: Record<ClaimStage, { tone: BadgeTone; icon: IconName }> = {
  queued: { tone: 'accent', icon: 'clock' },
  sending: { tone: 'accent', icon: 'upload' },
  sent: { tone: 'done', icon: 'check' },
  rejected: { tone: 'error', icon: 'error' },
}

export function stageOf({ status, sending }: Pick<ClaimResponse, 'status' | 'sending'>): ClaimStage {
  return status === 'queued' && sending ? 'sending' : status
}
