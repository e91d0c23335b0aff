import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClaimControlsResponse } from '#api-schema/claim-controls.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { refresh } from '#web/admin/queries.ts'
import { SelectField } from '#web/admin/SelectField.tsx'
import { showFailure } from '#web/admin/show-failure.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const { changeClaimWindow } = endpoints.admin

/** Edits the claim window. Times are those of the operator's own time zone. */
export function WindowDialog({ controls, onClose }: ControlsDialogProps) {
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

const { pause } = endpoints.admin

/** Asks before claims are paused, with words for claimants, or before they are accepted again. */
export function PauseDialog({ controls, onClose }: ControlsDialogProps) {
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

const { changeBanner } = endpoints.admin

/** Edits the announcement above the claim page. */
export function BannerDialog({ controls: { banner }, onClose }: ControlsDialogProps) {
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

export interface ControlsDialogProps {
  controls: ClaimControlsResponse
  onClose(): void
}

/** Changes how claims are taken, and says what follows; a failure leaves the dialog open. */
export function useChangeControls(
  title: string,
  change: () => Promise<ClaimControlsResponse>,
  onDone: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess({ claimsOpen }) {
      onDone()
      const description = claimsOpen ? 'Claims are accepted now.' : 'No claim is accepted now.'
      showToast({ tone: 'done', title, description })
      return refresh(queryClient, [endpoints.admin.claimControls, endpoints.public.portal])
    },
    onError: (error) => showFailure('Not Changed', error),
  })
}
