import type { SelectHTMLAttributes } from 'react'

export interface SelectProps<T extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'onSelect'> {
  value: T
  options: readonly { value: T; name: string; lang?: string }[]
  onSelect(value: T): void
}

/** A select of known values. */
export function Select<T extends string>({ options, onSelect, ...select }: SelectProps<T>) {
  return (
    <select
      {...select}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen) onSelect(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={option.lang} className="bg-card text-ink">
          {option.name}
        </option>
      ))}
    </select>
  )
}

interface SmallSelectProps<T extends string> extends SelectProps<T> {
  /** Read out, not shown: the options explain themselves. */
  label: string
}

/** A small select for a corner of the page. */
export function SmallSelect<T extends string>({ label, ...select }: SmallSelectProps<T>) {
  return (
    <Select
      {...select}
      aria-label={label}
      className="min-h-8 field-sizing-content rounded-control border border-transparent bg-transparent px-2 text-13 hover:border-control hover:text-ink"
    />
  )
}
