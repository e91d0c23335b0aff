import { useState } from 'react'
import type { ClaimControlsResponse } from '#api-schema/claim-controls.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { SelectField } from '#web/admin/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { fromLocalTime, toLocalTime } from './local-time.ts'

type Controls = Omit<ClaimControlsResponse, 'claimsOpen'>

interface ClaimControlsDialogProps {
  controls: Controls
  isBusy: boolean
  onSave(controls: Controls): void
  onClose(): void
}

type Severity = NonNullable<Controls['banner']>['severity']

const SEVERITIES: readonly { value: Severity; name: string }[] = [
  { value: 'info', name: 'Information' },
  { value: 'warning', name: 'Warning' },
]

/** Edits the claim window and the banner. Times are those of the operator's own time zone. */
export function ClaimControlsDialog({ controls, isBusy, onSave, onClose }: ClaimControlsDialogProps) {
  const [opensAt, setOpensAt] = useState(toLocalTime(controls.claimsOpenAt))
  const [closesAt, setClosesAt] = useState(toLocalTime(controls.claimsCloseAt))
  const [text, setText] = useState(controls.banner?.text ?? '')
  const [severity, setSeverity] = useState<Severity>(controls.banner?.severity ?? 'info')
  const [from, until] = [fromLocalTime(opensAt), fromLocalTime(closesAt)]
  const isBackwards = from !== null && until !== null && until <= from

  function save() {
    const banner = text.trim() === '' ? null : { text: text.trim(), severity }
    onSave({ ...controls, claimsOpenAt: from, claimsCloseAt: until, banner })
  }

  return (
    <FormDialog
      title="Change Window and Banner"
      onClose={onClose}
      onSubmit={save}
      submit={{ text: 'Save', busyText: 'Saving...', busy: isBusy, disabled: isBackwards }}
    >
      <TextField
        type="datetime-local"
        label="Claims open"
        hint="In your time zone. Empty: they are open from the start."
        value={opensAt}
        onChange={(event) => setOpensAt(event.target.value)}
      />
      <TextField
        type="datetime-local"
        label="Claims close"
        hint="In your time zone. Empty: they do not close."
        error={isBackwards ? 'Claims have to close after they open.' : null}
        value={closesAt}
        onChange={(event) => setClosesAt(event.target.value)}
      />
      <TextArea
        label="Banner"
        hint="Shown above the claim page as it is typed. Empty: none."
        maxLength={500}
        className="font-sans"
        value={text}
        onChange={(event) => setText(event.target.value)}
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
