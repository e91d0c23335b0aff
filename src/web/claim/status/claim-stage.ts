import type { ClaimResponse } from '#api-schema/claims.ts'
import type { BadgeTone } from '#web/ui/Badge.tsx'
import type { IconName } from '#web/ui/Icon.tsx'

/** The stage of a claim that its claimant sees: its status, with queued claims split by whether the payment is under way. */
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
