import type { ClaimResponse } from '#api-schema/claims.ts'
import type { BadgeTone } from '#web/ui/Badge.tsx'
import type { IconName } from '#web/ui/Icon.tsx'

/**
 * The stage of a claim that its claimant sees: its status, with queued claims split by whether the payment is under way, or
 * does not go on by itself.
 */
export type ClaimStage = 'queued' | 'sending' | 'attention' | 'sent' | 'rejected'

export const STAGE_LOOKS: Record<ClaimStage, { tone: BadgeTone; icon: IconName }> = {
  queued: { tone: 'accent', icon: 'clock' },
  sending: { tone: 'accent', icon: 'upload' },
  attention: { tone: 'warn', icon: 'warning' },
  sent: { tone: 'done', icon: 'check' },
  rejected: { tone: 'error', icon: 'error' },
}

export function stageOf({
  status,
  sending,
  attention,
}: Pick<ClaimResponse, 'status' | 'sending' | 'attention'>): ClaimStage {
  if (status !== 'queued') return status
  if (sending) return 'sending'
  return attention === null ? 'queued' : 'attention'
}
