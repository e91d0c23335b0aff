import { type ReactNode, useState } from 'react'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { FormDialog, type FormDialogProps } from './FormDialog.tsx'

interface TypedDialogProps extends Pick<FormDialogProps, 'title' | 'error' | 'submit' | 'onClose'> {
  words: string
  /** True where other words may be right by now: then the server says which. */
  isStale?: boolean
  /** The warning. */
  children: ReactNode
  onConfirm(typed: string): void
}

/** Asks for words to be typed before something that can not be undone. */
export function TypedDialog({
  words,
  isStale = false,
  submit,
  children,
  onConfirm,
  ...dialog
}: TypedDialogProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  return (
    <FormDialog
      {...dialog}
      onSubmit={() => onConfirm(typed)}
      submit={{ ...submit, disabled: isStale ? typed === '' : typed !== words, danger: true }}
    >
      <Notice tone="warn">{children}</Notice>
      <TextField
        label={`Type “${words}” to confirm`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={100}
        autoComplete="off"
      />
    </FormDialog>
  )
}
