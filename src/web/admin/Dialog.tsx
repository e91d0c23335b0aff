import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, type ButtonProps, classNames, Icon, Notice } from '#web/ui/basics.tsx'
import { type LabelProps, TextField, VERBATIM } from '#web/ui/Field.tsx'
import { errorSentence, isErrorCode } from './failures.ts'

const SHAPES = {
  question: 'm-auto max-w-[560px] rounded-card border w-[calc(100%-32px)]',
  wide: 'm-auto max-w-[760px] rounded-card border w-[calc(100%-32px)]',
  sheet: 'my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-[680px] border-l',
}

interface DialogProps {
  title: string
  /** A sheet shows details; a button or a click beside it closes it. */
  shape?: keyof typeof SHAPES
  /** Called when Escape is pressed; the parent removes the dialog. */
  onClose(): void
  children: ReactNode
}

/** A modal dialog. It is open as long as it is rendered. */
export function Dialog({ title, shape = 'question', onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // What is to be read begins at its title, not at the first address in it, which would be shown in full.
    if (shape === 'wide') heading.current?.focus()
    // Closing it before it is unmounted gives the focus back to where it was.
    return () => current?.close()
  }, [shape])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onClick={(event) => shape === 'sheet' && event.target === dialog.current && onClose()}
      className={classNames(
        'border-control/60 bg-card p-0 text-left text-15 whitespace-normal text-ink shadow-2xl backdrop:bg-black/50',
        SHAPES[shape],
      )}
    >
      <div className="space-y-4 p-4 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className="min-w-0 text-17 font-semibold outline-none [overflow-wrap:anywhere]"
          >
            {title}
          </h2>
          {shape === 'sheet' && (
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-m-1 grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}

export interface FormDialogProps extends Omit<DialogProps, 'shape'> {
  onSubmit(): void
  /** The error of the last submit. */
  error?: string | null
  submit: Pick<ButtonProps, 'busy' | 'busyText'> & {
    text: string
    disabled?: boolean
    /** Marks an action that removes something, or can not be undone. */
    danger?: boolean
  }
  /** A button between Cancel and the one that submits. */
  other?: ReactNode
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
        <div className="sticky bottom-0 -mx-4 -mt-2 -mb-4 flex flex-wrap justify-end gap-3 bg-card px-4 pt-2 pb-4 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6">
          {/* In a long dialog what stands above the foot is out of sight. */}
          {error && (
            <div className="w-full">
              <Notice tone="error">{error}</Notice>
            </div>
          )}
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

interface TransactionDialogProps extends LabelProps, Pick<FormDialogProps, 'title' | 'onClose'> {
  text?: ReactNode
  submitText: string
  forceText: string
  /** The request's state. Only a payment that the chain does not show can be forced, after an answer that said so. */
  payment: { error: Error | null; isPending: boolean; reset(): void }
  /** Shown where the server gives no reason. */
  fallback: string
  onSubmit(transaction: { tx: string; force?: true }): void
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
        {...VERBATIM}
        hint={hint}
      />
    </FormDialog>
  )
}
