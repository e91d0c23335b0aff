import type { PortalStateBody, SenderInState } from '#api-schema/portal-state.ts'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { shortagesOf } from '#web/admin/status/WalletBalances.tsx'
import { changeUrlState, type UrlStatePart } from '#web/admin/url-state.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { countOf, groupThousands } from '#web/ui/group-thousands.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

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

/** What waits for a person, the most urgent first: one line each, with one button. */
export function Next({ unit }: { unit: string }) {
  const { state, isSilent } = useLiveState()
  const steps = state ? stepsOf(state, unit) : []
  return (
    <Card className="space-y-1 sm:py-4">
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
        <ul aria-label="Next" className="divide-y divide-line">
          {steps.map(({ tone, text, to, button }) => (
            <li key={text} className="flex items-center gap-3 py-1">
              <Icon name={ICONS[tone]} className={COLORS[tone]} />
              <span
                title={text}
                className="line-clamp-3 min-w-0 flex-1 [overflow-wrap:anywhere] panel:line-clamp-1"
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
    ...runSteps(bulk, 'bulk send', RUN),
    ...(standalone ? runSteps(standalone, 'distribution', DISTRIBUTION) : []),
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
  const { state, processed, total, waitingSince, message } = run
  if (run.running && waitingSince !== null) {
    const howFar = `${groupThousands(processed)} of ${countOf(total, 'payment')}`
    const text = `A ${what} ${state === 'stopping' ? 'is stopping and has' : 'has'} been waiting since ${formatLocal(waitingSince)}: ${howFar}. ${message ?? ''}`
    return [{ tone: 'warn', text: text.trim(), to, button: 'Watch it' }]
  }
  if (state !== 'failed') return []
  return [
    {
      tone: 'error',
      text: `The last ${what} ended early: ${message ?? 'see there.'}`,
      to,
      button: 'Look at it',
    },
  ]
}

function holdSteps({ holds: { payments, signed, unsigned } }: PortalStateBody): Step[] {
  if (payments === 0) return []
  const parts = [
    ...(unsigned > 0 ? [`nothing was signed for ${groupThousands(unsigned)}`] : []),
    ...(signed > 0 ? [`${countOf(signed, 'transaction')} can not be decided`] : []),
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
  if (waiting === 0 || bulk.run?.running) return steps
  const text = `${countOf(waiting, 'claim')} ${waiting === 1 ? 'waits' : 'wait'} to be paid`
  steps.push(
    bulk.configured
      ? { tone: 'accent', text: `${text}.`, to: RUN, button: 'Pay them' }
      : {
          tone: 'warn',
          text: `${text}, and the bulk sender is not configured.`,
          to: CONFIGURE,
          button: 'Configure it',
        },
  )
  return steps
}

function windowSteps({ list, controls }: PortalStateBody): Step[] {
  const { claimsOpen, paused, claimsOpenAt, claimsCloseAt } = controls
  if (list === null) {
    return [
      {
        tone: 'warn',
        text: 'No allocations are loaded: nobody can claim yet.',
        to: FILES,
        button: 'Upload a file',
      },
    ]
  }
  if (paused) return [{ tone: 'warn', text: 'Claims are paused.', to: FILES, button: 'Accept again' }]
  if (claimsOpen) return []
  const isOver = claimsCloseAt !== null && claimsCloseAt * 1000 <= Date.now()
  const when = isOver
    ? ` since ${formatLocal(claimsCloseAt)}`
    : claimsOpenAt === null
      ? ''
      : ` before ${formatLocal(claimsOpenAt)}`
  return [{ tone: 'muted', text: `Claims are not open${when}.`, to: FILES, button: 'Change window' }]
}
