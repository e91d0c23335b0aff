import type { PortalStateBody, SenderInState } from '#api-schema/portal-state.ts'
import { countOf } from '#web/admin/count-of.ts'
import { changeUrlState, type UrlStatePart } from '#web/admin/url-state.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'

interface Step {
  icon: IconName
  color: string
  text: string
  /** The tab where it is done, and the text of the link to it. */
  go?: { to: Partial<Record<UrlStatePart, string>>; name: string }
}

const EXECUTE = { tab: 'bulk-sender', sender: 'execute' }
const MONITOR = { tab: 'bulk-sender', sender: 'monitor' }
const WATCH_DISTRIBUTION = {
  to: { tab: 'standalone-sender', standalone: 'upload' },
  name: 'Watch it',
}
const CONFIGURE = { tab: 'bulk-sender', sender: 'configure' }

/** Lists what is under way, and what waits for the operator: all of it as of one moment. */
export function NextSteps({ state }: { state: PortalStateBody }) {
  const { bulk, standalone } = state.senders
  const steps = [
    ...recordSteps(bulk),
    ...claimSteps(state),
    ...holdSteps(state.holds),
    ...runSteps(standalone, 'distribution', WATCH_DISTRIBUTION),
    ...payoutSteps(bulk, state.claims.queued, state.unpayable),
  ]
  return (
    <ul aria-label="What goes on and what waits" className="space-y-2">
      {steps.map(({ icon, color, text, go }) => (
        <li key={text} className="flex items-start gap-2">
          <Icon name={icon} className={`mt-1 ${color}`} />
          <span>
            {text}
            {go && (
              <>
                {' '}
                <button
                  type="button"
                  onClick={() => changeUrlState(go.to, { step: true })}
                  className="font-semibold text-accent underline underline-offset-4"
                >
                  {go.name}
                </button>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function claimSteps({ list, controls: { claimsOpen, paused } }: PortalStateBody): Step[] {
  if (list === null) {
    return [
      {
        icon: 'warning',
        color: 'text-warn',
        text: 'No allocations are loaded: nobody can claim yet.',
        go: { to: { tab: 'files' }, name: 'Upload a file' },
      },
    ]
  }
  if (paused) return [{ icon: 'warning', color: 'text-warn', text: 'Claims are paused.' }]
  return [
    claimsOpen
      ? { icon: 'check', color: 'text-done', text: 'Claims are open.' }
      : { icon: 'info', color: 'text-muted', text: 'Claims are not open just now.' },
  ]
}

function recordSteps({ recordsBehind }: SenderInState): Step[] {
  if (!recordsBehind) return []
  const { payments } = recordsBehind
  const what =
    payments === 0
      ? "The sending wallet's balance is not explained by the records"
      : `The records are behind the chain by ${countOf(payments, 'payment')}`
  const text = `${what}: nothing is sent until this is decided.`
  return [{ icon: 'error', color: 'text-error', text, go: { to: EXECUTE, name: 'Decide it' } }]
}

function holdSteps({ signed, unsigned }: PortalStateBody['holds']): Step[] {
  const step = (text: string, name: string): Step => ({
    icon: 'warning',
    color: 'text-warn',
    text,
    go: { to: MONITOR, name },
  })
  return [
    ...(signed > 0
      ? [
          step(
            `${countOf(signed, 'transaction')} on hold: nothing more is sent for ${signed === 1 ? 'it' : 'them'} until decided.`,
            'Look at the evidence',
          ),
        ]
      : []),
    ...(unsigned > 0
      ? [
          step(
            `${countOf(unsigned, 'payment')} on hold: nothing was signed for ${unsigned === 1 ? 'it' : 'them'}.`,
            'Look at the reason',
          ),
        ]
      : []),
  ]
}

function runSteps({ run }: SenderInState, what: string, watch: Step['go']): Step[] {
  if (!run?.running) return []
  const { state, processed, total, waitingSince, message } = run
  const howFar = `${groupThousands(processed)} of ${countOf(total, 'payment')}`
  const go = watch && { go: watch }
  if (waitingSince !== null) {
    const text = `A ${what} ${state === 'stopping' ? 'is stopping and has' : 'has'} been waiting since ${formatLocal(waitingSince)}: ${howFar}. ${message ?? ''}`
    return [{ icon: 'warning', color: 'text-warn', text: text.trim(), ...go }]
  }
  const text = `A ${what} is ${state === 'stopping' ? 'stopping' : 'running'}: ${howFar}.`
  return [{ icon: 'clock', color: 'text-accent', text, ...go }]
}

function payoutSteps(sender: SenderInState, queued: number, unpayable: number): Step[] {
  const { run, configured, recordsBehind } = sender
  if (run?.running) return runSteps(sender, 'bulk send', { to: MONITOR, name: 'Watch it' })
  const failure: Step[] =
    run?.state === 'failed'
      ? [
          {
            icon: 'error',
            color: 'text-error',
            text: `The last bulk send ended early: ${run.message ?? 'see Monitor'}`,
            go: { to: MONITOR, name: 'Look at it' },
          },
        ]
      : []
  const waiting = Math.max(queued - unpayable, 0)
  return [
    ...failure,
    waiting === 0 ? NOTHING_QUEUED : queuedStep(waiting, configured, recordsBehind === null),
    ...(unpayable > 0 ? [unpayableStep(unpayable)] : []),
  ]
}

const NOTHING_QUEUED: Step = { icon: 'check', color: 'text-done', text: 'No claim waits to be paid.' }

function unpayableStep(count: number): Step {
  const text = `${countOf(count, 'claim')} could not be paid: ${count === 1 ? 'its payment' : 'their payments'} failed or ${count === 1 ? 'is' : 'are'} on hold.`
  return { icon: 'warning', color: 'text-warn', text, go: { to: MONITOR, name: 'See why' } }
}

function queuedStep(queued: number, configured: boolean, canBePaid: boolean): Step {
  const waiting = `${countOf(queued, 'claim')} ${queued === 1 ? 'waits' : 'wait'} to be paid`
  return configured
    ? {
        icon: 'clock',
        color: 'text-accent',
        text: `${waiting}.`,
        ...(canBePaid && { go: { to: EXECUTE, name: 'Pay them' } }),
      }
    : {
        icon: 'warning',
        color: 'text-warn',
        text: `${waiting}, and the bulk sender is not configured.`,
        go: { to: CONFIGURE, name: 'Configure it' },
      }
}
