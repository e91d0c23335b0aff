import type { PortalStateBody } from '#api-schema/portal-state.ts'
import { changeUrlState } from '#web/admin/url-state.ts'
import { countOf, groupThousands } from '#web/admin/values.tsx'
import { classNames, Icon } from '#web/ui/basics.tsx'
import { AsOf, formatClock } from './AsOf.tsx'
import { dismissNews, type LiveState, useFollowedState, useLiveState } from './live-state.ts'
import { clusterOf, SenderLane, WalletBalances } from './SenderLane.tsx'

/** What goes on, in one line that stays in view on every tab: the cluster, the run and Stop, what is held, and as of when. */
export function StatusStrip({ unit }: { unit: string }) {
  useFollowedState()
  const live = useLiveState()
  const { state } = live
  const lanes = state ? lanesOf(state) : []
  const isLive = lanes.some(({ sender }) => clusterOf(sender) === 'mainnet')
  return (
    <>
      <section
        aria-label="What goes on"
        className={classNames(
          'sticky top-0 z-10 border-b text-13',
          isLive ? 'border-error bg-error-soft' : 'border-line bg-well',
        )}
      >
        <div className="mx-auto flex h-10 max-w-[1232px] items-center gap-x-2 overflow-hidden px-4 whitespace-nowrap panel:gap-x-4">
          <div className="flex min-w-0 flex-1 items-center gap-x-4">
            {state ? (
              lanes.map(({ kind, sender }) => <SenderLane key={kind} kind={kind} sender={sender} />)
            ) : (
              <NoState isSilent={live.isSilent} />
            )}
          </div>
          <Whole live={live} unit={unit} lanes={lanes} />
        </div>
      </section>
      <News live={live} />
    </>
  )
}

/** In place of the state, until the first word of it. */
function NoState({ isSilent }: Pick<LiveState, 'isSilent'>) {
  if (!isSilent) return <p className="text-muted">Reading the state…</p>
  return (
    <p role="alert" className="flex items-center gap-1 font-semibold text-error">
      <Icon name="error" className="size-3" /> The server does not answer.
    </p>
  )
}

type Lane = ReturnType<typeof lanesOf>[number]

/** What is true of the whole, and as of when. */
function Whole({ live, unit, lanes }: { live: LiveState; unit: string; lanes: readonly Lane[] }) {
  const { state } = live
  const held = state?.holds.payments ?? 0
  return (
    <div className="flex shrink-0 items-center gap-x-2 panel:gap-x-4">
      {state?.controls.paused && (
        <Warning text="Claims paused" onSelect={() => changeUrlState({ tab: 'files' }, { step: true })} />
      )}
      {held > 0 && (
        <Warning
          short={groupThousands(held)}
          text={`${countOf(held, 'payment')} on hold`}
          onSelect={() => changeUrlState({ tab: 'bulk-sender', sender: 'monitor', run: '' }, { step: true })}
        />
      )}
      {state &&
        lanes.map(({ kind, sender }) => (
          <WalletBalances key={kind} sender={sender} unit={unit} asOf={live.asOf ?? state.asOf} />
        ))}
      <AsOf live={live} />
    </div>
  )
}

interface WarningProps {
  /** Shown on a phone beside the sign. */
  short?: string
  text: string
  onSelect(): void
}

/** Leads to where it is decided. */
function Warning({ short, text, onSelect }: WarningProps) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className="inline-flex items-center gap-1 font-semibold text-warn underline-offset-4 hover:underline"
    >
      <Icon name="warning" className="size-3" />
      <span aria-hidden="true" className="panel:hidden">
        {short}
      </span>
      <span className="sr-only panel:not-sr-only">{text}</span>
    </button>
  )
}

/** Told over the page: it moves nothing. */
function News({ live: { news } }: { live: LiveState }) {
  return (
    <div role="status" className="fixed bottom-4 left-4 z-20 w-[min(420px,calc(100%-32px))] text-13">
      {news && (
        <p className="flex items-start gap-2 rounded-control border border-line bg-accent-soft px-4 py-2 text-accent shadow-lg">
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
      )}
    </div>
  )
}

/** The senders that pay. While none does, the one that began to last; before that, of claims, or of distributions where only that is configured. */
function lanesOf({ senders: { bulk, standalone } }: PortalStateBody) {
  const ofClaims = { kind: 'bulk' as const, sender: bulk }
  if (!standalone) return [ofClaims]
  const ofRows = { kind: 'standalone' as const, sender: standalone }
  const paying = [ofClaims, ofRows].filter(({ sender }) => sender.run?.running)
  if (paying.length > 0) return paying
  const claimsAt = bulk.run?.startedAt ?? 0
  const rowsAt = standalone.run?.startedAt ?? 0
  if (claimsAt !== rowsAt) return [claimsAt > rowsAt ? ofClaims : ofRows]
  return [standalone.configured && !bulk.configured ? ofRows : ofClaims]
}
