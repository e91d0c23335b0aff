import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { isRepeated, type RepeatedPayments, repeatConfirmation } from '#domain/repeated-payments.ts'
import type { Run } from '#domain/run.ts'
import type { NewRun } from '#store/schema.ts'

/**
 * Begins the run of a distribution. Where it would pay a file again, or mostly payments that were made before, it begins only with the
 * words that say so, and that is recorded. Throws needs_confirmation, no_distribution and run_in_progress.
 */
export async function beginDistribution(
  { store }: AppContext,
  run: NewRun & { distributionId: string },
  confirm: string | undefined,
): Promise<Run> {
  const outcome = await store.distributions.begin({
    run,
    confirm(repeated) {
      if (!isRepeated(repeated)) return null
      if (confirm !== repeatConfirmation(repeated)) return undefined
      return {
        atMs: run.startedAtMs,
        action: 'pay_again',
        subject: run.distributionId,
        detail: `"${confirm}" was typed; ${describe(repeated)}`,
      }
    },
  })
  switch (outcome.kind) {
    case 'begun':
      return outcome.run
    case 'repeated':
      throw new PortalError('needs_confirmation', {
        why: `This would pay again: ${describe(outcome.repeated)}. Nothing was started.`,
        confirm: repeatConfirmation(outcome.repeated),
      })
    default:
      throw new PortalError(outcome.kind)
  }
}

function describe({ owed, paidBefore, sameFile }: RepeatedPayments): string {
  const payments = `${paidBefore} of its ${owed} payments were made before, of the same amount to the same wallet`
  if (sameFile === null) return payments
  const paidOn = new Date(sameFile.paidAtMs).toISOString().slice(0, 10)
  return `the very same file was paid on ${paidOn} as distribution ${sameFile.id} (${sameFile.fileName}); ${payments}`
}
