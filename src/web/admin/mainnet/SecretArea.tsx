import { type ReactNode, type TextareaHTMLAttributes, useId, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, fieldDescription } from '#web/ui/Field.tsx'
import { CONTROL_CLASSES } from '#web/ui/TextField.tsx'

interface SecretAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: ReactNode
}

/** A labelled secret of several lines, shown as dots until it is asked to show. */
export function SecretArea({ label, hint, ...area }: SecretAreaProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <div className="space-y-2">
      <Field id={id} label={label} hint={hint}>
        <textarea
          rows={3}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...area}
          {...fieldDescription(id, { hint })}
          className={classNames(CONTROL_CLASSES, 'font-mono', !shown && 'masked')}
        />
      </Field>
      <Button
        size="small"
        aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </Button>
    </div>
  )
}
