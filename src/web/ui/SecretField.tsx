import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { Field, fieldDescription } from './Field.tsx'
import { CONTROL_CLASSES } from './TextField.tsx'

interface SecretFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: string
  /** A password may be kept by the browser; a key must not be, so it is a plain field shown as dots. */
  kind: 'password' | 'key'
  hint?: ReactNode
  error?: string | null
}

/** A labelled secret, hidden until the reader reveals it. */
export function SecretField({ label, kind, hint, error, ...input }: SecretFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...(kind === 'key' ? { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } : {})}
          {...input}
          {...fieldDescription(id, { hint, error })}
          type={shown || kind === 'key' ? 'text' : 'password'}
          className={classNames(
            CONTROL_CLASSES,
            'pe-16',
            kind === 'key' && 'font-mono',
            kind === 'key' && !shown && 'masked',
          )}
        />
        <button
          type="button"
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-1 inset-e-1 w-14 rounded-small text-13 font-semibold text-accent hover:bg-accent-soft"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </Field>
  )
}
