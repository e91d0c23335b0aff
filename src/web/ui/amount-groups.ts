/** A written amount in pieces between which a line may break. */
export interface AmountGroups {
  /** "1,", "234,", "567" */
  whole: string[]
  /** ".123", "456", "7"; none for a whole number. */
  fraction: string[]
}

/** Takes a formatted amount ("1,234.5678") apart into groups of three digits, each with the separator that belongs to it. */
export function amountGroups(written: string, fractionLength: number): AmountGroups {
  const end = fractionLength === 0 ? written.length : written.length - fractionLength - 1
  const [first = '', ...rest] = written.slice(end).match(/^.\d{1,3}|\d{1,3}/g) ?? []
  return {
    whole: written.slice(0, end).match(/\d+\D*/g) ?? [],
    fraction: fractionLength === 0 ? [] : [first, ...rest],
  }
}
