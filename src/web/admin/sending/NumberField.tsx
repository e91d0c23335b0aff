import { groupThousands } from '#web/ui/group-thousands.ts'
import { TextField } from '#web/ui/TextField.tsx'
import type { SenderField } from './use-sender-form.ts'

interface NumberFieldProps {
  label: string
  limits: { min: number; max: number; step?: number }
  field: SenderField
  hint: string
}

/** A whole number between limits. */
export function NumberField({ label, limits: { min, max, step }, field, hint }: NumberFieldProps) {
  const range = `${groupThousands(min)} to ${groupThousands(max)}`
  return (
    <TextField
      label={label}
      type="number"
      {...field}
      min={min}
      max={max}
      {...(step !== undefined && { step })}
      error={field.error ? `Enter a whole number from ${range}.` : null}
      hint={hint}
    />
  )
}
