import type { RunInState, SenderInState } from '#api-schema/portal-state.ts'
import { CLAIMS_PAYOUT } from '#web/admin/bulk-sender/claims-payout.ts'
import { StopButton } from '#web/admin/payout/StopButton.tsx'
import { clusterName } from '#web/admin/sending/cluster-name.ts'
import { distributionPayout } from '#web/admin/standalone-sender/distribution-payout.ts'
import { changeUrlState } from '#web/admin/url-state.ts'
import { classNames } from '#web/ui/class-names.ts'
import { LaneWallet } from './LaneWallet.tsx'
import { countWords, type RunTone, stateWords } from './status-words.ts'

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
  queued: number
  unit: string
}

/** One sender: its cluster, its newest run, its wallet, and Stop. */
export function SenderLane({ kind, sender, queued, unit }: SenderLaneProps) {
  const { run } = sender
  const cluster = run?.running ? run.cluster : sender.cluster
  const payout = run?.distributionId ? distributionPayout(run.distributionId) : CLAIMS_PAYOUT
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Cluster cluster={cluster} />
      <button
        type="button"
        onClick={() => changeUrlState(PLACES[kind], { step: true })}
        className="font-semibold underline-offset-4 hover:underline"
      >
        {kind === 'bulk' ? 'Bulk send' : 'Distribution'}
      </button>
      {run ? <RunWords run={run} /> : <span>{sender.configured ? 'Ready' : 'Not configured'}</span>}
      {run?.running && (
        <span className="order-2 ml-auto panel:order-none panel:ml-0">
          <StopButton payout={payout} state={run.state} inline />
        </span>
      )}
      <LaneWallet sender={sender} queued={kind === 'bulk' ? queued : 0} unit={unit} />
      {run?.running && run.message && (
        <p className="order-3 line-clamp-2 w-full text-warn [overflow-wrap:anywhere]" title={run.message}>
          {run.message}
        </p>
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
        'rounded-small border px-2 py-0.5 font-semibold whitespace-nowrap',
        isLive ? 'border-error bg-error text-card' : 'border-dashed border-control bg-card text-muted',
      )}
    >
      {isLive ? 'LIVE' : 'TEST'} <span className="font-normal">{clusterName(cluster)}</span>
    </span>
  )
}

function RunWords({ run }: { run: RunInState }) {
  const { words, tone } = stateWords(run)
  const share = run.total === 0 ? 0 : Math.min(run.processed / run.total, 1)
  return (
    <>
      <span role="status" className={classNames('font-semibold tabular-nums', TONES[tone])}>
        {words}
      </span>
      {run.running && (
        <span
          aria-hidden="true"
          className="hidden h-1.5 w-24 overflow-hidden rounded-full bg-line panel:block"
        >
          <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span className="tabular-nums">{countWords(run).join(' · ')}</span>
    </>
  )
}
