import type { ProgressStatus } from '#domain/payout-states.ts'
import { StatusBadge } from '#web/admin/payout/StatusBadge.tsx'

const WORDS: Record<ProgressStatus, string> = {
  ready: 'Ready',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
}

/** Shows the state of a run in a word. */
export function ProgressBadge({ status }: { status: ProgressStatus }) {
  return <StatusBadge status={status} word={WORDS[status]} />
}
