import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { TextField } from '#web/ui/TextField.tsx'

interface NumberFieldProps {
  label: string
  limits: { min: number; max: number; step?: number }
  field: UseFormRegisterReturn
  error: FieldError | undefined
  hint: string
}

/** A whole number between limits. */
export function NumberField({ label, limits: { min, max, step }, field, error, hint }: NumberFieldProps) {
  const range = `${groupThousands(min)} to ${groupThousands(max)}`
  return (
    <TextField
      label={label}
      type="number"
      {...field}
      min={min}
      max={max}
      {...(step !== undefined && { step })}
      error={error && `Enter a whole number from ${range}.`}
      hint={hint}
    />
  )
}

/** What was typed as a number; where nothing was, the fallback, or NaN, which no limits allow. */
export function typedNumber(fallback = Number.NaN) {
  return (typed: unknown) => (`${typed ?? ''}`.trim() === '' ? fallback : Number(typed))
}
