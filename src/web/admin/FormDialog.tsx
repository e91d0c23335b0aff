import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from './Dialog.tsx'

export interface FormDialogProps {
  title: string
  onClose(): void
  onSubmit(): void
  /** The error of the last submit. */
  error?: string | null
  submit: {
    text: string
    busyText?: string
    busy?: boolean
    disabled?: boolean
    /** Marks an action that removes something, or can not be undone. */
    danger?: boolean
  }
  /** A button between Cancel and the one that submits. */
  other?: ReactNode
  children: ReactNode
}

/** A dialog with a form: Cancel does nothing, the submit button does what the title says. */
export function FormDialog({ title, onClose, onSubmit, error, submit, other, children }: FormDialogProps) {
  function answer(event: FormEvent) {
    event.preventDefault()
    // A dialog within a form's dialog is within its form as well.
    event.stopPropagation()
    onSubmit()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={answer} noValidate className="space-y-4">
        {children}
        {error && <Notice tone="error">{error}</Notice>}
        <div className="sticky bottom-0 -mx-4 -mt-2 -mb-4 flex flex-wrap justify-end gap-3 bg-card px-4 pt-2 pb-4 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6">
          <Button onClick={onClose}>Cancel</Button>
          {other}
          <Button
            type="submit"
            variant={submit.danger ? 'danger' : 'primary'}
            disabled={submit.disabled ?? false}
            busy={submit.busy ?? false}
            busyText={submit.busyText ?? submit.text}
          >
            {submit.text}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
