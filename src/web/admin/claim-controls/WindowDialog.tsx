import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { type ControlsDialogProps, useChangeControls } from './use-change-controls.ts'

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
