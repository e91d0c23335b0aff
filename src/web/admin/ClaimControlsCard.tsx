import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ClaimControlsResponse } from '#api-schema/portal.ts'
import { formatLocal } from '#web/lib/time.ts'
import { Button, Card, Skeleton } from '#web/ui/basics.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { adminSend, freshQuery } from './admin-send.ts'
import { FormDialog } from './Dialog.tsx'
import { NoAnswer } from './FailedQuery.tsx'
import { showFailure } from './failures.ts'
import { refresh } from './queries.ts'

const { claimControls, changeClaimWindow, pause, changeBanner } = endpoints.admin

const DIALOGS = { pause: PauseDialog, window: WindowDialog, banner: BannerDialog }

/** Whether claims are accepted, and the buttons that change it at once. */
export function ClaimControlsCard() {
  const controls = useQuery(freshQuery(claimControls))
  return (
    <Card className="space-y-4">
      <h2 className="text-17 font-semibold">Taking Claims</h2>
      {controls.data ? (
        <Controls controls={controls.data} />
      ) : (
        <NoAnswer
          query={controls}
          text="The claim window could not be read."
          until={<Skeleton className="h-20" />}
        />
      )}
    </Card>
  )
}

function Controls({ controls }: { controls: ClaimControlsResponse }) {
  const [asked, setAsked] = useState<keyof typeof DIALOGS | null>(null)
  const { paused, pauseMessage, banner, claimsOpen } = controls
  const Asked = asked && DIALOGS[asked]
  return (
    <>
      <p>
        <span className="font-semibold">{stateOf(controls)}</span> {windowOf(controls)}
      </p>
      {paused && pauseMessage !== null && <Said name="Claimants are told" text={pauseMessage} />}
      {banner && <Said name="Banner" text={banner.text} />}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={paused ? 'primary' : claimsOpen ? 'danger' : 'secondary'}
          onClick={() => setAsked('pause')}
        >
          {paused ? 'Accept Claims Again' : 'Pause Claims'}
        </Button>
        <Button onClick={() => setAsked('window')}>Change Window</Button>
        <Button onClick={() => setAsked('banner')}>Change Banner</Button>
      </div>
      <p className="text-13 text-muted">
        At once, on all servers. Claims already made stay, and payouts go on.
      </p>
      {Asked && <Asked controls={controls} onClose={() => setAsked(null)} />}
    </>
  )
}

function Said({ name, text }: { name: string; text: string }) {
  return (
    <p className="text-muted">
      {name}: <span className="[overflow-wrap:anywhere]">{text}</span>
    </p>
  )
}

function stateOf(controls: ClaimControlsResponse): string {
  if (controls.paused) return 'Claims are paused.'
  if (isWindowOver(controls)) return 'Claims are closed.'
  return controls.claimsOpen ? 'Claims are open.' : 'Claims are not open.'
}

/** The window has come to its end. */
export function isWindowOver({ claimsCloseAt }: Pick<ClaimControlsResponse, 'claimsCloseAt'>): boolean {
  return claimsCloseAt !== null && claimsCloseAt * 1000 <= Date.now()
}

function windowOf(controls: ClaimControlsResponse): string {
  const { claimsOpenAt, claimsCloseAt } = controls
  const from = claimsOpenAt === null ? '' : ` from ${formatLocal(claimsOpenAt)}`
  const until = claimsCloseAt === null ? '' : ` until ${formatLocal(claimsCloseAt)}`
  if (from + until === '') return 'The window has no end.'
  return `The window ${isWindowOver(controls) ? 'was' : 'is'}${from}${until}.`
}

/** Edits the claim window. Times are those of the operator's own time zone. */
function WindowDialog({ controls, onClose }: ControlsDialogProps) {
  const [opens, setOpens] = useState(toLocalTime(controls.claimsOpenAt))
  const [closes, setCloses] = useState(toLocalTime(controls.claimsCloseAt))
  const [opensAt, closesAt] = [fromLocalTime(opens), fromLocalTime(closes)]
  const isBackwards = opensAt !== null && closesAt !== null && closesAt <= opensAt
  const change = useChangeControls(
    'Claim Window Changed',
    () => adminSend(changeClaimWindow, { body: { opensAt, closesAt } }),
    onClose,
  )
  return (
    <FormDialog
      title="Change Window"
      onClose={onClose}
      onSubmit={() => change.mutate()}
      submit={{ text: 'Save', busyText: 'Saving...', busy: change.isPending, disabled: isBackwards }}
    >
      <TextField
        type="datetime-local"
        label="Claims open"
        hint="In your time zone. Empty: they are open from the start."
        value={opens}
        onChange={(event) => setOpens(event.target.value)}
      />
      <TextField
        type="datetime-local"
        label="Claims close"
        hint="In your time zone. Empty: they do not close."
        error={isBackwards ? 'Claims have to close after they open.' : null}
        value={closes}
        onChange={(event) => setCloses(event.target.value)}
      />
    </FormDialog>
  )
}

const MINUTE_MS = 60_000

/** Converts epoch seconds to the value of a datetime-local field; empty for null. */
export function toLocalTime(seconds: number | null): string {
  if (seconds === null) return ''
  const ms = seconds * 1000
  const offsetMs = new Date(ms).getTimezoneOffset() * MINUTE_MS
  return new Date(ms - offsetMs).toISOString().slice(0, 16)
}

/** Converts the value of a datetime-local field to epoch seconds; null for an empty or unfinished one. */
export function fromLocalTime(value: string): number | null {
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? null : ms / 1000
}

/** Asks before claims are paused, with words for claimants, or before they are accepted again. */
function PauseDialog({ controls, onClose }: ControlsDialogProps) {
  const paused = !controls.paused
  const [message, setMessage] = useState('')
  const change = useChangeControls(
    paused ? 'Claims Paused' : 'Claims Accepted Again',
    () => adminSend(pause, { body: { paused, message: message.trim() || undefined } }),
    onClose,
  )
  const text = paused ? 'Pause Claims' : 'Accept Claims Again'
  return (
    <FormDialog
      title={`${text}?`}
      onClose={onClose}
      onSubmit={() => change.mutate()}
      submit={{ text, busyText: 'Changing...', busy: change.isPending, danger: paused }}
    >
      {paused ? (
        <>
          <p>No claim is taken from now on, on any server. Payouts go on: they are stopped by Stop.</p>
          <TextArea
            label="Message to claimants"
            hint="Shown above the claim page while claims are paused. Empty: only that they are."
            maxLength={500}
            className="font-sans"
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </>
      ) : (
        <p>
          Claims are taken from now on, within the claim window.
          {controls.pauseMessage !== null && ' What claimants were told of the pause goes.'}
        </p>
      )}
    </FormDialog>
  )
}

type Severity = NonNullable<ControlsDialogProps['controls']['banner']>['severity']

const SEVERITIES: readonly { value: Severity; name: string }[] = [
  { value: 'info', name: 'Information' },
  { value: 'warning', name: 'Warning' },
]

/** Edits the announcement above the claim page. */
function BannerDialog({ controls: { banner }, onClose }: ControlsDialogProps) {
  const [typed, setTyped] = useState(banner?.text ?? '')
  const [severity, setSeverity] = useState<Severity>(banner?.severity ?? 'info')
  const text = typed.trim()
  const change = useChangeControls(
    'Banner Changed',
    () => adminSend(changeBanner, { body: { banner: text === '' ? null : { text, severity } } }),
    onClose,
  )
  return (
    <FormDialog
      title="Change Banner"
      onClose={onClose}
      onSubmit={() => change.mutate()}
      submit={{ text: 'Save', busyText: 'Saving...', busy: change.isPending }}
    >
      <TextArea
        label="Banner"
        hint="Shown above the claim page as it is typed. Empty: none."
        maxLength={500}
        className="font-sans"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="The banner is"
        value={severity}
        options={SEVERITIES}
        onSelect={(value) => setSeverity(value)}
      />
    </FormDialog>
  )
}

interface ControlsDialogProps {
  controls: ClaimControlsResponse
  onClose(): void
}

/** Changes how claims are taken, and says what follows; a failure leaves the dialog open. */
function useChangeControls(title: string, change: () => Promise<ClaimControlsResponse>, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess({ claimsOpen }) {
      onDone()
      const description = claimsOpen ? 'Claims are accepted now.' : 'No claim is accepted now.'
      showToast({ tone: 'done', title, description })
      return refresh(queryClient, [claimControls, endpoints.public.portal])
    },
    onError: (error) => showFailure('Not Changed', error),
  })
}
