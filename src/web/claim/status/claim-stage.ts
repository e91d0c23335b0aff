import type { ClaimResponse } from '#api-schema/claims.ts'
import type { BadgeLook } from '#web/ui/basics.tsx'

/**
 * The stage of a claim that its claimant sees: its status, with queued claims split by whether the payment is under way, or
 * does not go on by itself.
 */
export type ClaimStage = 'queued' | 'sending' | 'attention' | 'sent' | 'rejected'

export const STAGE_LOOKS: Record<ClaimStage, BadgeLook> = {
  queued: { tone: 'accent', icon: 'clock' },
  sending: { tone: 'accent', icon: 'upload' },
  attention: { tone: 'warn', icon: 'warning' },
  sent: { tone: 'done', icon: 'check' },
  rejected: { tone: 'error', icon: 'error' },
}

/** What the stage of a claim follows from. */
export type StagedClaim = Pick<ClaimResponse, 'status' | 'sending' | 'attention'>

export function stageOf({ status, sending, attention }: StagedClaim): ClaimStage {
  if (status !== 'queued') return status
  if (sending) return 'sending'
  return attention === null ? 'queued' : 'attention'
}

/** What a claim's journey is drawn from. */
export type Journey = StagedClaim & Pick<ClaimResponse, 'submittedAt' | 'inRunAt' | 'onChainAt' | 'settledAt'>

export interface JourneyStep {
  name: 'claimed' | 'inRun' | 'onChain' | 'final' | 'attention' | 'rejected'
  /** `now`: what is under way, or comes next. */
  state: 'done' | 'now' | 'ahead' | 'stuck' | 'ended'
  /** Epoch seconds; null where it has no time, or none yet. */
  at: number | null
}

/** Lists the steps of a claim, those ahead too: claimed, waiting for the payout, sent, arrived. */
export function journeySteps(claim: Journey): JourneyStep[] {
  const { submittedAt, inRunAt, onChainAt, settledAt } = claim
  const claimed: JourneyStep = { name: 'claimed', state: 'done', at: submittedAt }
  const inRun: JourneyStep = { name: 'inRun', state: 'done', at: inRunAt }
  const onChain: JourneyStep = { name: 'onChain', state: 'done', at: onChainAt }
  const final: JourneyStep = { name: 'final', state: 'ahead', at: null }
  switch (stageOf(claim)) {
    case 'rejected':
      return [claimed, { name: 'rejected', state: 'ended', at: settledAt }]
    case 'attention':
      return [claimed, inRun, { name: 'attention', state: 'stuck', at: null }, final]
    case 'sent':
      return [claimed, inRun, onChain, { name: 'final', state: 'done', at: settledAt }]
    case 'sending':
      return [claimed, inRun, { ...onChain, state: 'now' }, final]
    case 'queued':
      // Also on the list of a run: nothing was sent yet.
      return [
        claimed,
        { name: 'inRun', state: 'now', at: null },
        { name: 'onChain', state: 'ahead', at: null },
        final,
      ]
  }
}
