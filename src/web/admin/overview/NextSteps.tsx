import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { Hold } from '#api-schema/holds.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { countOf } from '#web/admin/count-of.ts'
import { useHolds } from '#web/admin/queries.ts'
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
const CONFIGURE = { tab: 'bulk-sender', sender: 'configure' }

interface NextStepsProps {
  portal: PortalResponse | undefined
  sender: BulkSenderStatusResponse | undefined
}

/** Lists what is under way, and what waits for the operator. */
export function NextSteps({ portal, sender }: NextStepsProps) {
  const { data: held } = useHolds()
  if (!portal || !sender || !held) return null
  const steps = [
    ...recordSteps(sender),
    ...claimSteps(portal),
    ...holdSteps(held.holds),
    ...payoutSteps(sender),
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

function claimSteps({ fileHash, claimsOpen, claimsPaused }: PortalResponse): Step[] {
  if (fileHash === null) {
    return [
      {
        icon: 'warning',
        color: 'text-warn',
        text: 'No allocations are loaded: nobody can claim yet.',
        go: { to: { tab: 'files' }, name: 'Upload a file' },
      },
    ]
  }
  if (claimsPaused) return [{ icon: 'warning', color: 'text-warn', text: 'Claims are paused.' }]
  return [
    claimsOpen
      ? { icon: 'check', color: 'text-done', text: 'Claims are open.' }
      : { icon: 'info', color: 'text-muted', text: 'Claims are not open just now.' },
  ]
}

function recordSteps({ recordsBehind }: BulkSenderStatusResponse): Step[] {
  if (!recordsBehind) return []
  const { payments } = recordsBehind
  const what =
    payments === 0
      ? "The sending wallet's balance is not explained by the records"
      : `The records are behind the chain by ${countOf(payments, 'payment')}`
  const text = `${what}: nothing is sent until this is decided.`
  return [{ icon: 'error', color: 'text-error', text, go: { to: EXECUTE, name: 'Decide it' } }]
}

function holdSteps(holds: readonly Hold[]): Step[] {
  const unsigned = holds.filter(({ attemptId }) => attemptId === null).length
  const signed = holds.length - unsigned
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
            `${countOf(unsigned, 'payment')} on hold: not what was accepted, so not signed.`,
            'Look at the reason',
          ),
        ]
      : []),
  ]
}

function payoutSteps({
  configured,
  running,
  progress,
  state,
  waitingSince,
  recordsBehind,
  queuedClaimsCount,
  unpayableClaimsCount,
}: BulkSenderStatusResponse): Step[] {
  if (running && progress) {
    const howFar = `${groupThousands(progress.processed)} of ${countOf(progress.totalClaims, 'payment')}`
    const watch = { to: MONITOR, name: 'Watch it' }
    if (waitingSince !== null) {
      const text = `A bulk send ${state === 'stopping' ? 'is stopping and has' : 'has'} been waiting since ${formatLocal(waitingSince)}: ${howFar}. ${progress.message ?? ''}`
      return [{ icon: 'warning', color: 'text-warn', text: text.trim(), go: watch }]
    }
    const text = `A bulk send is ${state === 'stopping' ? 'stopping' : 'running'}: ${howFar}.`
    return [{ icon: 'clock', color: 'text-accent', text, go: watch }]
  }
  const failure: Step[] =
    progress?.status === 'failed'
      ? [
          {
            icon: 'error',
            color: 'text-error',
            text: `The last bulk send ended early: ${progress.message ?? 'see Monitor'}`,
            go: { to: MONITOR, name: 'Look at it' },
          },
        ]
      : []
  const queued = Math.max(queuedClaimsCount - unpayableClaimsCount, 0)
  return [
    ...failure,
    queued === 0 ? NOTHING_QUEUED : queuedStep(queued, configured, recordsBehind === null),
    ...(unpayableClaimsCount > 0 ? [unpayableStep(unpayableClaimsCount)] : []),
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
