/** A number, or a decimal of any size as text: a `number` never holds an amount. */
export type Value = number | string

export type Labels = Readonly<Record<string, string>>

/** One line: the family's name with `suffix` behind it. */
export interface Sample {
  suffix?: '_bucket' | '_sum' | '_count'
  labels?: Labels
  value: Value
}

/** A metric with all its lines. */
export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

/** Gives families as they are at the time. */
export interface Metric {
  family(): Family
}
