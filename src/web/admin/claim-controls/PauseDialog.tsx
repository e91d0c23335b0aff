import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { type ControlsDialogProps, useChangeControls } from './use-change-controls.ts'

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
