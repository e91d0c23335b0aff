import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { SelectField } from '#web/admin/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { type ControlsDialogProps, useChangeControls } from './use-change-controls.ts'

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
