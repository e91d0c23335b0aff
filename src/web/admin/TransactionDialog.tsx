import { type ReactNode, useState } from 'react'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { isErrorCode } from './error-code.ts'
import { FormDialog } from './FormDialog.tsx'

interface TransactionDialogProps {
  title: string
  text?: ReactNode
  label: string
  hint: string
  submitText: string
  forceText: string
  /** The request's state. Only a payment that the chain does not show can be forced, after an answer that said so. */
  payment: { error: Error | null; isPending: boolean; reset(): void }
  /** Shown where the server gives no reason. */
  fallback: string
  onSubmit(transaction: { tx: string; force?: true }): void
  onClose(): void
}

/** Asks for the transaction that made a payment. With an empty answer the dialog closes and nothing happens. */
export function TransactionDialog(props: TransactionDialogProps) {
  const { title, text, label, hint, submitText, forceText, payment, fallback, onSubmit, onClose } = props
  const [typed, setTyped] = useState('')
  const tx = typed.trim()

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => (tx === '' ? onClose() : onSubmit({ tx }))}
      error={payment.error && errorSentence(payment.error, fallback)}
      submit={{ text: submitText, busyText: 'Checking...', busy: payment.isPending }}
      other={
        isErrorCode(payment.error, 'transaction_unproved') && (
          <Button variant="danger" busy={payment.isPending} onClick={() => onSubmit({ tx, force: true })}>
            {forceText}
          </Button>
        )
      }
    >
      {text}
      <TextField
        label={label}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          payment.reset()
        }}
        maxLength={200}
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        hint={hint}
      />
    </FormDialog>
  )
}
