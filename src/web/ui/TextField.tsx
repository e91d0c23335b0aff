import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Field, fieldDescription } from './Field.tsx'

export const CONTROL_CLASSES =
  'block min-h-10.5 w-full rounded-control border border-control bg-card px-3 py-2 text-15 text-ink placeholder:text-muted disabled:bg-well disabled:text-muted aria-invalid:border-error'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: ReactNode
  error?: string | null
}

/** A labelled line of text. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        type="text"
        {...input}
        {...fieldDescription(id, { hint, error })}
        aria-invalid={error ? true : input['aria-invalid']}
        className={classNames(CONTROL_CLASSES, className)}
      />
    </Field>
  )
}
