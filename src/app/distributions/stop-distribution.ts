import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

/**
 * Asks a distribution's run to stop: nothing new is sent, and what is under way is settled first. Asking again
 * changes nothing. Throws no_distribution and no_run_in_progress.
 */
export async function stopDistribution({ store }: AppContext, id: string): Promise<{ message: string }> {
  if (!(await store.distributions.find(id))) throw new PortalError('no_distribution')
  const run = await store.runs.latestOf(id)
  if (!run || !(await store.runs.askToStop(run.id))) throw new PortalError('no_run_in_progress')
  return { message: 'The distribution is stopping: what is under way is settled first.' }
}
