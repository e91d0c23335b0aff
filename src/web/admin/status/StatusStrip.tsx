import type { PortalStateBody, SenderInState } from '#api-schema/portal-state.ts'
import { countOf } from '#web/admin/count-of.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { AsOf, formatClock } from './AsOf.tsx'
import { dismissNews, type LiveState, useFollowedState, useLiveState } from './live-state.ts'
import { SenderLane } from './SenderLane.tsx'

/** What goes on, at the top of every tab: the cluster, the runs, the wallet, and Stop. */
export function StatusStrip({ unit }: { unit: string }) {
  useFollowedState()
  const live = useLiveState()
  const { state } = live
  const lanes = state ? lanesOf(state) : []
  const isLive = lanes.some(({ sender }) => clusterOf(sender) === 'mainnet')
  return (
    <section
      aria-label="What goes on"
      className={classNames(
        'border-t text-13',
        isLive ? 'border-error bg-error-soft' : 'border-line bg-well',
      )}
    >
      <div className="mx-auto max-w-[1232px] items-start gap-x-6 px-4 py-1.5 panel:flex">
        <div className="min-w-0 flex-1 space-y-1">
          {state ? (
            lanes.map(({ kind, sender }) => (
              <SenderLane key={kind} kind={kind} sender={sender} unit={unit} asOf={live.asOf ?? state.asOf} />
            ))
          ) : (
            <NoState isSilent={live.isSilent} />
          )}
        </div>
        <Whole live={live} />
      </div>
      <News live={live} />
    </section>
  )
}

/** In place of the state, until the first word of it. */
function NoState({ isSilent }: Pick<LiveState, 'isSilent'>) {
  if (!isSilent) return <p className="py-1 text-muted">Reading the state…</p>
  return (
    <p role="alert" className="flex items-center gap-1 py-1 font-semibold text-error">
      <Icon name="error" className="size-3" /> The server does not answer.
    </p>
  )
}

/** What is true of the whole, and as of when. */
function Whole({ live }: { live: LiveState }) {
  const { state } = live
  const { signed = 0, unsigned = 0 } = state?.holds ?? {}
  const held = [
    ...(signed > 0 ? [countOf(signed, 'transaction')] : []),
    ...(unsigned > 0 ? [countOf(unsigned, 'payment')] : []),
  ]
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-4 py-1">
      {state?.controls.paused && (
        <span className="mr-auto inline-flex items-center gap-1 font-semibold text-warn">
          <Icon name="warning" className="size-3" /> Claims paused
        </span>
      )}
      {held.length > 0 && (
        <span className="inline-flex items-center gap-1 font-semibold text-warn">
          <Icon name="warning" className="size-3" /> {held.join(', ')} on hold
        </span>
      )}
      <AsOf live={live} />
    </div>
  )
}

function News({ live: { news } }: { live: LiveState }) {
  return (
    <div role="status">
      {news && (
        <div className="border-t border-line bg-accent-soft text-accent">
          <p className="mx-auto flex max-w-[1232px] items-start gap-2 px-4 py-1.5">
            <Icon name="info" className="mt-0.5" />
            <span className="min-w-0 flex-1">
              Elsewhere, {formatClock(news.at)}: {news.words}
            </span>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={dismissNews}
              className="-my-0.5 grid size-6 shrink-0 place-items-center rounded-small hover:bg-card"
            >
              <Icon name="close" className="size-3" />
            </button>
          </p>
        </div>
      )}
    </div>
  )
}

/** The sender of claims; that of distributions where it pays, or is the only one. */
function lanesOf({ senders: { bulk, standalone } }: PortalStateBody) {
  const isPaying = standalone.run?.running ?? false
  const isShown = isPaying || (standalone.configured && !bulk.configured)
  const isBulkShown = bulk.configured || bulk.run !== null || !isShown
  return [
    ...(isBulkShown ? [{ kind: 'bulk' as const, sender: bulk }] : []),
    ...(isShown ? [{ kind: 'standalone' as const, sender: standalone }] : []),
  ]
}

/** A run stays on its cluster, whatever its sender is configured on since. */
export function clusterOf({ run, cluster }: SenderInState): SenderInState['cluster'] {
  return run?.running ? run.cluster : cluster
}
