import type { RunInState } from '#api-schema/portal-state.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { formatClock } from './format-clock.ts'

export type RunTone = 'neutral' | 'accent' | 'done' | 'warn' | 'error'

/** The state of a run in a few words. */
export function stateWords({ state, waitingSince }: RunInState): { words: string; tone: RunTone } {
  const since = waitingSince === null ? '' : ` since ${formatClock(waitingSince)}`
  switch (state) {
    case 'running':
      return { words: 'Running', tone: 'accent' }
    case 'waiting':
      return { words: `Waiting${since}`, tone: 'warn' }
    case 'stopping':
      return since === ''
        ? { words: 'Stopping', tone: 'accent' }
        : { words: `Stopping, waiting${since}`, tone: 'warn' }
    case 'completed':
      return { words: 'Completed', tone: 'done' }
    case 'stopped':
      return { words: 'Stopped', tone: 'neutral' }
    case 'failed':
      return { words: 'Ended early', tone: 'error' }
    default:
      return { words: 'Ready', tone: 'neutral' }
  }
}

/** The numbers of a run: how far it is, and what of it is not settled. What is on hold is said of the whole. */
export function countWords({ processed, total, inFlight, failed }: RunInState): string[] {
  return [
    `${groupThousands(processed)} of ${groupThousands(total)}`,
    ...(inFlight > 0 ? [`${groupThousands(inFlight)} in flight`] : []),
    ...(failed > 0 ? [`${groupThousands(failed)} failed`] : []),
  ]
}
