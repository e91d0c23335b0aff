import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { classNames } from './basics.tsx'
import { Select, type SelectProps } from './Select.tsx'

interface FieldProps {
  id: string
  label: string
  hint?: ReactNode
  error?: string | null
  children: ReactNode
}

/** What stands around a control. */
export type LabelProps = Pick<FieldProps, 'label' | 'hint' | 'error'>

/** Returns the ids for the control's aria-describedby. */
export function fieldDescription(id: string, { hint, error }: Omit<LabelProps, 'label'>) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
  }
}

/** A label above a control, a hint and an error below it. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-13 text-error [overflow-wrap:anywhere]">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export const CONTROL_CLASSES =
  'block min-h-10.5 w-full rounded-control border border-control bg-card px-3 py-2 text-15 text-ink placeholder:text-muted disabled:bg-well disabled:text-muted aria-invalid:border-error'

/** Of a field for an address or a signature: what is typed is taken to the letter. */
export const VERBATIM = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

type TextFieldProps = LabelProps & InputHTMLAttributes<HTMLInputElement>

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

interface TextAreaProps extends LabelProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A labelled text of several lines. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={3}
        {...VERBATIM}
        {...area}
        {...fieldDescription(id, { hint, error })}
        aria-invalid={error ? true : area['aria-invalid']}
        className={classNames(CONTROL_CLASSES, 'font-mono', className)}
      />
    </Field>
  )
}

/** A labelled select. */
export function SelectField<T extends string>({ label, hint, ...select }: LabelProps & SelectProps<T>) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint}>
      <Select {...select} {...fieldDescription(id, { hint })} className={CONTROL_CLASSES} />
    </Field>
  )
}
