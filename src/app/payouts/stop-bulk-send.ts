import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

/**
 * Asks the run to stop: nothing new is sent, and what is under way is settled first. Asking again changes nothing. Throws
 * no_run_in_progress.
 */
export async function stopBulkSend({ store }: AppContext): Promise<{ message: string }> {
  const run = (await store.runs.unfinished()).find(({ distributionId }) => distributionId === null)
  if (!run || !(await store.runs.askToStop(run.id))) throw new PortalError('no_run_in_progress')
  return { message: 'Bulk send is stopping: what is under way is settled first.' }
}
