interface SmallSelectProps<T extends string> {
  /** Read out, not shown: the options explain themselves. */
  label: string
  value: T
  options: readonly { value: T; name: string; lang?: string }[]
  onSelect(value: T): void
}

/** A small select for a corner of the page. */
export function SmallSelect<T extends string>({ label, value, options, onSelect }: SmallSelectProps<T>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen) onSelect(chosen.value)
      }}
      className="min-h-8 field-sizing-content rounded-control border border-transparent bg-transparent px-2 text-13 hover:border-control hover:text-ink"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={option.lang} className="bg-card text-ink">
          {option.name}
        </option>
      ))}
    </select>
  )
}
