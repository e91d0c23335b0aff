import type { StatsResponse } from '#contract/admin.ts'
import type { BulkSenderStatusResponse } from '#contract/bulk-sender.ts'
import type { PortalResponse } from '#contract/portal.ts'
import { countOf } from '#web/admin/count-of.ts'
import { changePlace, type PlacePart } from '#web/admin/place.ts'
import { useHolds } from '#web/admin/queries.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'

interface Step {
  icon: IconName
  color: string
  text: string
  /** Where it is done, and what the way there is called. */
  go?: { to: Partial<Record<PlacePart, string>>; name: string }
}

const EXECUTE = { tab: 'bulk-sender', sender: 'execute' }
const MONITOR = { tab: 'bulk-sender', sender: 'monitor' }
const CONFIGURE = { tab: 'bulk-sender', sender: 'configure' }

interface NextStepsProps {
  portal: PortalResponse | undefined
  stats: StatsResponse | undefined
  sender: BulkSenderStatusResponse | undefined
}

/** What is going on, and what waits for the operator. */
export function NextSteps({ portal, stats, sender }: NextStepsProps) {
  const { data: held } = useHolds()
  if (!portal || !stats || !sender || !held) return null
  const steps = [
    ...claimSteps(portal),
    ...(held.holds.length > 0 ? [holdStep(held.holds.length)] : []),
    ...payoutSteps(stats, sender),
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
                  onClick={() => changePlace(go.to, { step: true })}
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

function claimSteps({ fileHash, claimsOpen }: PortalResponse): Step[] {
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
  return [
    claimsOpen
      ? { icon: 'check', color: 'text-done', text: 'Claims are open.' }
      : { icon: 'info', color: 'text-muted', text: 'Claims are not open just now.' },
  ]
}

function holdStep(count: number): Step {
  return {
    icon: 'warning',
    color: 'text-warn',
    text: `${countOf(count, 'transaction')} on hold: nothing more is sent for ${count === 1 ? 'it' : 'them'} until decided.`,
    go: { to: MONITOR, name: 'Look at the evidence' },
  }
}

function payoutSteps(
  { queued }: StatsResponse,
  { configured, running, progress }: BulkSenderStatusResponse,
): Step[] {
  if (running && progress) {
    const text = `A bulk send is running: ${groupThousands(progress.processed)} of ${countOf(progress.totalClaims, 'payment')}.`
    return [{ icon: 'clock', color: 'text-accent', text, go: { to: MONITOR, name: 'Watch it' } }]
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
  return [...failure, queued === 0 ? NOTHING_QUEUED : queuedStep(queued, configured)]
}

const NOTHING_QUEUED: Step = { icon: 'check', color: 'text-done', text: 'No claim waits to be paid.' }

function queuedStep(queued: number, configured: boolean): Step {
  const waiting = `${countOf(queued, 'claim')} ${queued === 1 ? 'waits' : 'wait'} to be paid`
  return configured
    ? { icon: 'clock', color: 'text-accent', text: `${waiting}.`, go: { to: EXECUTE, name: 'Pay them' } }
    : {
        icon: 'warning',
        color: 'text-warn',
        text: `${waiting}, and the bulk sender is not configured.`,
        go: { to: CONFIGURE, name: 'Configure it' },
      }
}
