import { useState } from 'react'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { Confirmation } from './error-code.ts'
import { FormDialog } from './FormDialog.tsx'

interface ConfirmationDialogProps {
  title: string
  asked: Confirmation
  submitText: string
  busy: boolean
  /** True where the words have to be typed: money leaves the wallet by them. */
  typed?: boolean
  onConfirm(words: string): void
  onClose(): void
}

/** Asks for what the server wants to have confirmed. */
export function ConfirmationDialog(props: ConfirmationDialogProps) {
  const { title, asked, submitText, busy, typed = false, onConfirm, onClose } = props
  const [text, setText] = useState('')
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => onConfirm(asked.words)}
      submit={{
        text: submitText,
        busy,
        busyText: 'Sending...',
        disabled: typed && text.trim() !== asked.words,
        danger: true,
      }}
    >
      <Notice tone="warn">
        <p className="[overflow-wrap:anywhere]">{asked.why}</p>
      </Notice>
      {typed && (
        <TextField
          label={`Type “${asked.words}” to confirm`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={100}
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
