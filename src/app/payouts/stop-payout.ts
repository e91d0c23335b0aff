import type { AppContext } from '#app/app-context.ts'
import { distributionIdOf, type PayoutSource } from '#domain/payout-source.ts'
import { PortalError } from '#domain/portal-error.ts'
import { sourceTerms } from './source-terms.ts'

/**
 * Asks the run over a source to stop: nothing new is sent, and what is under way is settled first. Asking again changes nothing.
 * Throws no_run_in_progress, and no_distribution.
 */
export async function stopPayout(app: AppContext, source: PayoutSource): Promise<{ message: string }> {
  const { runs } = app.store
  const { assertExists, stoppingWords } = sourceTerms(app, source)
  await assertExists()
  const run = (await runs.unfinished()).find(
    ({ distributionId }) => distributionId === distributionIdOf(source),
  )
  if (!run || !(await runs.askToStop(run.id))) throw new PortalError('no_run_in_progress')
  return { message: stoppingWords }
}
