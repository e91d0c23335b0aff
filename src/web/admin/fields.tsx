import { type InputHTMLAttributes, useId, useState } from 'react'
import { classNames } from '#web/ui/basics.tsx'
import { CONTROL_CLASSES, Field, fieldDescription, type LabelProps, VERBATIM } from '#web/ui/Field.tsx'

type Control = HTMLInputElement | HTMLTextAreaElement

interface SecretFieldProps
  extends LabelProps,
    Pick<InputHTMLAttributes<Control>, 'name' | 'value' | 'autoComplete' | 'onChange'> {
  /** A password may be kept by the browser; a key must not be, so it is a plain field shown as dots. */
  kind: 'password' | 'key'
  /** How many lines are shown of one that may have several. */
  rows?: number
}

/** A labelled secret, hidden until the reader reveals it. */
export function SecretField({ label, kind, rows, hint, error, ...control }: SecretFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const isKey = kind === 'key'
  const props = {
    ...(isKey && VERBATIM),
    ...control,
    ...fieldDescription(id, { hint, error }),
    className: classNames(CONTROL_CLASSES, 'pe-16', isKey && 'font-mono', isKey && !shown && 'masked'),
  }
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        {rows === undefined ? (
          <input {...props} type={shown || isKey ? 'text' : 'password'} />
        ) : (
          <textarea {...props} rows={rows} />
        )}
        <button
          type="button"
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-e-1 top-1 h-8.5 w-14 rounded-small text-13 font-semibold text-accent hover:bg-accent-soft"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </Field>
  )
}
