import type { PortalStateBody, SenderInState } from '#api-schema/portal-state.ts'
import { isWindowOver } from '#web/admin/ClaimControlsCard.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { shortagesOf } from '#web/admin/status/SenderLane.tsx'
import { changeUrlState, type UrlStatePart } from '#web/admin/url-state.ts'
import { countOf, groupThousands } from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { Button, Card, classNames, Icon, type IconName, Skeleton } from '#web/ui/basics.tsx'

type Tone = 'error' | 'warn' | 'accent' | 'muted'

/** Something that waits for a person, and the one place where it is done. */
interface Step {
  tone: Tone
  text: string
  to: Partial<Record<UrlStatePart, string>>
  button: string
}

const ICONS: Record<Tone, IconName> = { error: 'error', warn: 'warning', accent: 'clock', muted: 'info' }
const COLORS: Record<Tone, string> = {
  error: 'text-error',
  warn: 'text-warn',
  accent: 'text-accent',
  muted: 'text-muted',
}

const FILES = { tab: 'files' }
const RUN = { tab: 'bulk-sender', sender: 'execute', run: '', outcome: '' }
const CONFIGURE = { ...RUN, sender: 'configure' }
const LEDGER = { ...RUN, sender: 'ledger' }
const DISTRIBUTION = { tab: 'standalone-sender', standalone: 'upload' }
const HISTORY = { ...DISTRIBUTION, standalone: 'history' }

/** So many stand below each other on a wide screen; of more, those after the most urgent one stand in pairs. */
const FEW = 3

/** What waits for a person, the most urgent first: one line each, with one button. */
export function Next({ unit }: { unit: string }) {
  const { state, isSilent } = useLiveState()
  const steps = state ? stepsOf(state, unit) : []
  return (
    <Card className="space-y-1 sm:py-3">
      <h2 className="text-17 font-semibold">Next</h2>
      {!state &&
        (isSilent ? (
          <p className="text-muted">Shown once the server answers again.</p>
        ) : (
          <Skeleton className="h-8" />
        ))}
      {state && steps.length === 0 && (
        <p className="flex items-center gap-2">
          <Icon name="check" className="text-done" /> Nothing waits for you.
        </p>
      )}
      {steps.length > 0 && (
        <ul
          aria-label="Next"
          className={classNames('grid gap-x-6', steps.length > FEW && 'panel:grid-cols-2 panel:*:py-0.5')}
        >
          {steps.map(({ tone, text, to, button }) => (
            <li
              key={text}
              className="flex min-w-0 items-center gap-3 border-line py-1 not-first:border-t panel:first:col-span-full"
            >
              <Icon name={ICONS[tone]} className={COLORS[tone]} />
              <span
                title={text}
                className="line-clamp-4 min-w-0 flex-1 [overflow-wrap:anywhere] panel:line-clamp-1"
              >
                {text}
              </span>
              <Button size="tiny" className="shrink-0" onClick={() => changeUrlState(to, { step: true })}>
                {button}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function stepsOf(state: PortalStateBody, unit: string): Step[] {
  const { bulk, standalone } = state.senders
  const steps = [
    ...recordSteps(bulk, LEDGER),
    ...(standalone ? recordSteps(standalone, HISTORY) : []),
    ...runSteps(bulk, 'Bulk send', RUN),
    ...(standalone ? runSteps(standalone, 'Distribution', DISTRIBUTION) : []),
    ...holdSteps(state),
    ...claimSteps(state, unit),
    ...windowSteps(state),
  ]
  // Both senders may pay from one wallet: what is true of that is said once.
  return steps.filter(({ text }, place) => steps.findIndex((step) => step.text === text) === place)
}

/** What the chain shows and the records do not explain. */
function recordSteps({ recordsBehind, run }: SenderInState, to: Step['to']): Step[] {
  if (recordsBehind) {
    const { payments } = recordsBehind
    const what =
      payments === 0
        ? "The sending wallet's balance is not explained by the records"
        : `The records are behind the chain by ${countOf(payments, 'payment')}`
    const text = `${what}: nothing is sent until this is decided.`
    const place = to === LEDGER ? RUN : DISTRIBUTION
    return [{ tone: 'error', text, to: place, button: 'Decide it' }]
  }
  if (!run?.comparison || run.comparison.agrees) return []
  const { otherOutflows, missing, unknownPayments } = run.comparison
  const text =
    missing + unknownPayments > 0
      ? `Run ${run.id} differs from the chain in ${countOf(missing + unknownPayments, 'payment')}.`
      : `${countOf(otherOutflows, 'transaction')} out of the wallet ${otherOutflows === 1 ? 'is' : 'are'} not explained.`
  return [{ tone: 'error', text, to, button: 'Reconcile' }]
}

/** A run that waits for something, or has ended early. How far one is stands in the strip. */
function runSteps({ run }: SenderInState, what: string, to: Step['to']): Step[] {
  if (!run) return []
  const { state, waitingSince, message } = run
  if (run.running && waitingSince !== null) {
    const why = message ?? (state === 'stopping' ? 'Stopping.' : 'Waiting.')
    // What does not fit is cut off at its end.
    const text = `${what}: ${why.replace(/\.?$/, '.')} Since ${formatLocal(waitingSince)}.`
    return [{ tone: 'warn', text, to, button: 'Watch it' }]
  }
  if (state !== 'failed') return []
  const text = `${what} ended early: ${message ?? 'see there.'}`
  return [{ tone: 'error', text, to, button: 'Look at it' }]
}

function holdSteps({ holds: { payments, signed, unsigned } }: PortalStateBody): Step[] {
  if (payments === 0) return []
  const parts = [
    ...(unsigned > 0 ? [`${groupThousands(unsigned)} never signed`] : []),
    ...(signed > 0 ? [`${countOf(signed, 'transaction')} undecided`] : []),
  ]
  const text = `${countOf(payments, 'payment')} on hold: ${parts.join(', ')}.`
  return [{ tone: 'warn', text, to: { ...RUN, sender: 'monitor' }, button: 'Decide' }]
}

const HAS = {
  wallet: 'The wallet has',
  treasury: 'The treasury has',
  allowance: 'The treasury allows',
} as const

/** Claims that a run has tried in vain, and those that no run has tried: together with those on hold they are the queued ones. */
function claimSteps({ claims, failed, held, senders: { bulk } }: PortalStateBody, unit: string): Step[] {
  const waiting = Math.max(claims.queued - failed - held, 0)
  const steps: Step[] = []
  if (failed > 0) {
    const text = `${countOf(failed, 'claim')} failed: ${failed === 1 ? 'its payment was' : 'their payments were'} not made.`
    steps.push({ tone: 'warn', text, to: RUN, button: 'See why' })
  }
  const lacks = Map.groupBy(shortagesOf(bulk, unit), ({ of }) => of)
  for (const [of, lacking] of lacks) {
    const text = `${HAS[of]} too little ${lacking.map(({ what }) => what).join(' and ')} for what waits.`
    const button = of === 'allowance' ? 'What to approve' : 'See what is missing'
    steps.push({ tone: 'warn', text, to: RUN, button })
  }
  if (waiting === 0 || bulk.run?.running || bulk.recordsBehind) return steps
  const what = `${countOf(waiting, 'claim')} ${waiting === 1 ? 'waits' : 'wait'} to be paid`
  if (bulk.configured)
    return [
      ...steps,
      { tone: 'accent', text: `${what}.`, to: RUN, button: waiting === 1 ? 'Pay it' : 'Pay them' },
    ]
  const text = `${what}, and the bulk sender is not configured.`
  return [...steps, { tone: 'warn', text, to: CONFIGURE, button: 'Configure it' }]
}

function windowSteps({ list, controls }: PortalStateBody): Step[] {
  const { claimsOpen, paused, claimsOpenAt, claimsCloseAt } = controls
  if (list === null) {
    const text = 'No allocations are loaded: nobody can claim yet.'
    return [{ tone: 'warn', text, to: FILES, button: 'Upload a file' }]
  }
  if (paused) return [{ tone: 'warn', text: 'Claims are paused.', to: FILES, button: 'Accept again' }]
  if (claimsOpen) return []
  const before = claimsOpenAt === null ? '' : ` before ${formatLocal(claimsOpenAt)}`
  const text =
    claimsCloseAt !== null && isWindowOver(controls)
      ? `Claims are closed since ${formatLocal(claimsCloseAt)}.`
      : `Claims are not open${before}.`
  return [{ tone: 'muted', text, to: FILES, button: 'Change window' }]
}
