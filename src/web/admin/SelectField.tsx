import { type ReactNode, useId } from 'react'
import { Field, fieldDescription } from '#web/ui/Field.tsx'
import { CONTROL_CLASSES } from '#web/ui/TextField.tsx'

interface SelectFieldProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; name: string }[]
  hint?: ReactNode
  onSelect(value: T): void
}

/** A labelled select. */
export function SelectField<T extends string>({
  label,
  value,
  options,
  hint,
  onSelect,
}: SelectFieldProps<T>) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint}>
      <select
        {...fieldDescription(id, { hint })}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onSelect(chosen.value)
        }}
        className={CONTROL_CLASSES}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </Field>
  )
}
