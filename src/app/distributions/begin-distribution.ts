import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { describeRepeats, type RepeatedPayments, repeatConfirmation } from '#domain/repeated-payments.ts'
import type { Run } from '#domain/run.ts'
import type { NewRun } from '#store/database/schema.ts'
import type { RepeatDecision } from '#store/payouts/distribution-runs.ts'
import type { JudgedPayments } from '#store/payouts/judged-payments.ts'

/** What a start says about rows that were paid before. */
export interface RepeatTerms {
  /** The words that confirm that they are paid again. */
  confirm: string | undefined
  /** They are left out for good. */
  leaveOutRepeats: boolean
}

/**
 * Begins the run of a distribution. Rows that were paid before are left out where that is asked for; otherwise it begins only with the
 * words that name their number and sum as they are in that commit. Either is recorded. Throws needs_confirmation, only_repeats,
 * no_distribution, run_in_progress and OtherPaymentsError.
 */
export async function beginDistribution(
  { store }: AppContext,
  run: NewRun & { distributionId: string },
  terms: RepeatTerms,
  judged: JudgedPayments | null,
): Promise<Run> {
  const outcome = await store.distributions.begin({
    run,
    judged,
    decide: (repeated) => decide(run, repeated, terms),
  })
  switch (outcome.kind) {
    case 'begun':
      return outcome.run
    case 'repeated':
      throw new PortalError('needs_confirmation', {
        why: `This would pay again: ${describeRepeats(outcome.repeated)}. Nothing was started.`,
        confirm: repeatConfirmation(outcome.repeated),
      })
    default:
      throw new PortalError(outcome.kind)
  }
}

function decide(
  { startedAtMs, distributionId }: NewRun & { distributionId: string },
  repeated: RepeatedPayments,
  { confirm, leaveOutRepeats }: RepeatTerms,
): RepeatDecision {
  if (repeated.rows === 0) return { kind: 'pay', action: null }
  const record = { atMs: startedAtMs, subject: distributionId }
  const detail = describeRepeats(repeated)
  if (leaveOutRepeats) {
    return { kind: 'leave_out', action: { ...record, action: 'leave_out_repeats', detail } }
  }
  if (confirm !== repeatConfirmation(repeated)) return { kind: 'ask' }
  return {
    kind: 'pay',
    action: { ...record, action: 'pay_again', detail: `"${confirm}" was typed; ${detail}` },
  }
}
