import type { RunInState, SenderInState } from '#api-schema/portal-state.ts'
import { clusterName } from '#web/admin/payouts/configure/node-list.ts'
import { CLAIMS_PAYOUT, distributionPayout } from '#web/admin/payouts/payout.ts'
import { NOTHING_PAID } from '#web/admin/payouts/progress/StatusBadge.tsx'
import { StopButton } from '#web/admin/payouts/progress/StopButton.tsx'
import { changeUrlState } from '#web/admin/url-state.ts'
import { classNames } from '#web/ui/class-names.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { formatClock } from './AsOf.tsx'

const TONES: Record<RunTone, string> = {
  neutral: 'text-ink',
  accent: 'text-accent',
  done: 'text-done',
  warn: 'text-warn',
  error: 'text-error',
}

interface SenderLaneProps {
  kind: 'bulk' | 'standalone'
  sender: SenderInState
}

/** One sender in a line: its cluster, its newest run, what that waits for, and Stop. What does not fit is cut off; Stop never is. */
export function SenderLane({ kind, sender }: SenderLaneProps) {
  const { run } = sender
  const payout = run?.distributionId ? distributionPayout(run.distributionId) : CLAIMS_PAYOUT
  return (
    <div className="flex min-w-0 items-center gap-x-2 panel:gap-x-4">
      <Cluster cluster={clusterOf(sender)} />
      <button
        type="button"
        onClick={() => changeUrlState(PLACES[kind], { step: true })}
        className="hidden font-semibold underline-offset-4 hover:underline panel:inline"
      >
        {kind === 'bulk' ? 'Bulk send' : 'Distribution'}
      </button>
      {run ? <RunWords run={run} /> : <span>{sender.configured ? 'Ready' : 'Not configured'}</span>}
      {run?.running && (
        <span className="shrink-0">
          <StopButton payout={payout} state={run.state} inline />
        </span>
      )}
      {run?.running && run.message && (
        <span className="hidden min-w-0 truncate text-warn panel:block" title={run.message}>
          {run.message}
        </span>
      )}
    </div>
  )
}

const PLACES = {
  bulk: { tab: 'bulk-sender', sender: 'monitor' },
  standalone: { tab: 'standalone-sender', standalone: 'upload' },
}

/** LIVE moves real money, TEST does not: told apart by word, fill and colour. */
function Cluster({ cluster }: { cluster: SenderInState['cluster'] }) {
  if (cluster === null) return null
  const isLive = cluster === 'mainnet'
  return (
    <span
      className={classNames(
        'shrink-0 rounded-small border px-2 font-semibold',
        isLive ? 'border-error bg-error text-card' : 'border-dashed border-control bg-card text-muted',
      )}
    >
      {isLive ? 'LIVE' : 'TEST'}{' '}
      <span className="hidden font-normal panel:inline">{clusterName(cluster)}</span>
    </span>
  )
}

function RunWords({ run }: { run: RunInState }) {
  const { words, tone } = stateWords(run)
  const share = run.total === 0 ? 0 : Math.min(run.processed / run.total, 1)
  return (
    <>
      <span role="status" className={classNames('truncate font-semibold tabular-nums', TONES[tone])}>
        {words}
      </span>
      {run.running && (
        <span
          aria-hidden="true"
          className="hidden h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-line panel:block"
        >
          <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span className="shrink-[100000] truncate tabular-nums">{countWords(run).join(' · ')}</span>
    </>
  )
}

type RunTone = 'neutral' | 'accent' | 'done' | 'warn' | 'error'

const STATES: Record<RunInState['state'], { words: string; tone: RunTone }> = {
  ready: { words: 'Ready', tone: 'neutral' },
  running: { words: 'Running', tone: 'accent' },
  waiting: { words: 'Waiting', tone: 'warn' },
  stopping: { words: 'Stopping', tone: 'accent' },
  completed: { words: 'Completed', tone: 'done' },
  stopped: { words: 'Stopped', tone: 'neutral' },
  failed: { words: 'Ended early', tone: 'error' },
}

/** The state of a run in a few words. */
function stateWords({ state, running, waitingSince, paid }: RunInState): { words: string; tone: RunTone } {
  if (state === 'completed' && paid === 0) return { words: NOTHING_PAID, tone: 'warn' }
  if (!running || waitingSince === null) return STATES[state]
  const words = state === 'stopping' ? 'Stopping, waiting' : 'Waiting'
  return { words: `${words} since ${formatClock(waitingSince)}`, tone: 'warn' }
}

/** The numbers of a run: how far it is, and what of it is not settled. What is on hold is said of the whole. */
function countWords({ processed, total, inFlight, failed, rejected }: RunInState): string[] {
  return [
    `${groupThousands(processed)} of ${groupThousands(total)}`,
    ...(inFlight > 0 ? [`${groupThousands(inFlight)} in flight`] : []),
    ...(failed > 0 ? [`${groupThousands(failed)} failed`] : []),
    ...(rejected > 0 ? [`${groupThousands(rejected)} rejected`] : []),
  ]
}

/** A run stays on its cluster, whatever its sender is configured on since. */
export function clusterOf({ run, cluster }: SenderInState): SenderInState['cluster'] {
  return run?.running ? run.cluster : cluster
}
