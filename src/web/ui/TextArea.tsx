import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { classNames } from './class-names.ts'
import { Field, fieldDescription } from './Field.tsx'
import { CONTROL_CLASSES } from './TextField.tsx'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: ReactNode
  error?: string | null
  ref?: Ref<HTMLTextAreaElement>
}

/** A labelled text of several lines. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={3}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...area}
        {...fieldDescription(id, { hint, error })}
        aria-invalid={error ? true : area['aria-invalid']}
        className={classNames(CONTROL_CLASSES, 'font-mono', className)}
      />
    </Field>
  )
}
