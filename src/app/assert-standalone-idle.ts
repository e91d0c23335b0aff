import { StartRefusedError } from '#domain/start-refused-error.ts'
import type { Store } from '#store/store.ts'

/**
 * Throws StartRefusedError where the standalone sender is switched off while it has a run that has not ended: gone on with, it would pay
 * unseen, and left alone, what it has signed would not be settled.
 */
export async function assertStandaloneIdle({ runs }: Pick<Store, 'runs'>): Promise<void> {
  const run = (await runs.unfinished()).find(({ sender }) => sender === 'standalone')
  if (run === undefined) return
  throw new StartRefusedError(
    `STANDALONE_SENDER is off, but run ${run.id}, of distribution ${run.distributionId}, has not ended. Start Ferry with STANDALONE_SENDER=on, wait until the run has ended or press Stop, and switch the sender off then.`,
  )
}
