import type { DistributionBody } from '#api-schema/standalone-sender.ts'
import type { DistributionStatus, ProgressStatus, RunState, SenderState } from '#domain/payout-states.ts'
import { Badge, type BadgeLook } from '#web/ui/basics.tsx'

const IDLE: BadgeLook = { tone: 'neutral' }
const RUNNING: BadgeLook = { tone: 'accent', icon: 'clock' }

const LOOKS: Record<ProgressStatus | DistributionStatus | RunState, BadgeLook> = {
  ready: IDLE,
  pending: IDLE,
  running: RUNNING,
  processing: RUNNING,
  stopping: RUNNING,
  stopped: IDLE,
  completed: { tone: 'done', icon: 'check' },
  failed: { tone: 'error', icon: 'error' },
}

interface Outcome {
  status: keyof typeof LOOKS | SenderState
  /** The payments that were made. */
  paid: number
  /** Those on hold: what was signed of them may still land. */
  held: number
}

/** Returns the words for a payout that has come to its end and has paid nobody that is known of; null for any other. */
export function nobodyPaid({ status, paid, held }: Outcome): string | null {
  if (status !== 'completed' || paid > 0) return null
  return held > 0 ? 'Ended, on hold' : 'Ended, nothing paid'
}

interface StatusBadgeProps extends Outcome {
  status: keyof typeof LOOKS
  /** The status itself unless given. */
  word?: string
}

/** Shows the state of a payout in a word. One that paid nobody is not completed. */
export function StatusBadge({ status, word = status, paid, held }: StatusBadgeProps) {
  const ended = nobodyPaid({ status, paid, held })
  if (ended !== null) return <Badge tone="warn">{ended}</Badge>
  return <Badge {...LOOKS[status]}>{word}</Badge>
}

/** Shows that a run is stopping or waiting, or was stopped; otherwise nothing. */
function StateBadge({ state }: { state: SenderState }) {
  if (state === 'stopping') return <Badge tone="accent">Stopping</Badge>
  if (state === 'stopped') return <Badge>Stopped</Badge>
  if (state === 'waiting') {
    return (
      <Badge tone="warn" icon="warning">
        Waiting
      </Badge>
    )
  }
  return null
}

/** Shows the state of a distribution in a word; in two while it waits or is stopping, and once it was stopped. */
export function DistributionBadge({ distribution }: { distribution: DistributionBody }) {
  const { status, state, successfulTxns, held } = distribution
  return (
    <span className="flex items-center gap-2">
      <StateBadge state={state} />
      <StatusBadge status={status} paid={successfulTxns} held={held} />
    </span>
  )
}
