import type { AppContext } from '#app/app-context.ts'
import { runProgress } from '#app/payouts/run-progress.ts'
import { PortalError } from '#domain/portal-error.ts'
import { tallyOf } from './distribution-sums.ts'
import { describeDistribution } from './list-distributions.ts'

/** Reads the progress of a distribution over all its runs. Throws no_distribution. */
export async function distributionProgress(app: AppContext, id: string) {
  const { store } = app
  const row = await store.distributions.find(id)
  if (!row) throw new PortalError('no_distribution')
  const [sums, run] = await Promise.all([
    store.distributions.sums(id),
    store.runs.latest({ distributionId: id }),
  ])
  const tally = tallyOf(id, sums)
  const progress = run ? await runProgress(app, run) : null
  return {
    ...(await describeDistribution(app, row, tally, run)),
    processed: tally.paid + tally.failed + tally.held,
    successful: tally.paid,
    currentBatch: progress?.currentBatch ?? 0,
    estimatedTimeRemaining: progress?.estimatedTimeRemaining ?? 0,
  }
}
