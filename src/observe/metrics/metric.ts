/** A number, or a decimal of any size as text: a `number` never holds an amount. */
type Value = number | string

type Labels = Readonly<Record<string, string>>

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
interface Metric {
  family(): Family
}

/** Throws where a name is none that Prometheus takes. */
function assertMetric(name: string): void {
  if (!/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) throw new Error(`${name} is no name of a metric`)
}

/** Returns the same text for the same labels, in whatever order they are given. */
function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Counts what happens, by its labels. Its name ends in `_total`. */
export class Counter implements Metric {
  readonly #name: string
  readonly #help: string
  readonly #counts = new Map<string, { labels: Labels; value: number }>()

  constructor(name: string, help: string) {
    assertMetric(name)
    if (!name.endsWith('_total')) throw new Error(`The counter ${name} must end in _total`)
    this.#name = name
    this.#help = help
  }

  add(labels: Labels = {}, by = 1): void {
    const key = keyOf(labels)
    const count = this.#counts.get(key)
    if (count) count.value += by
    else this.#counts.set(key, { labels, value: by })
  }

  family(): Family {
    return { name: this.#name, help: this.#help, type: 'counter', samples: [...this.#counts.values()] }
  }
}

interface Series {
  labels: Labels
  /** The number of values in each bucket alone, the last for those above all bounds. */
  counts: number[]
  sum: number
}

/** Counts values in buckets, by their labels. */
export class Histogram implements Metric {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, Series>()

  /** `bounds`: the buckets' upper bounds, ascending. */
  constructor(name: string, help: string, bounds: readonly number[]) {
    assertMetric(name)
    this.#name = name
    this.#help = help
    this.#bounds = bounds
  }

  add(value: number, labels: Labels = {}): void {
    const key = keyOf(labels)
    const series = this.#series.get(key) ?? {
      labels,
      counts: Array.from({ length: this.#bounds.length + 1 }, () => 0),
      sum: 0,
    }
    this.#series.set(key, series)
    const at = this.#bounds.findIndex((bound) => value <= bound)
    const bucket = at === -1 ? this.#bounds.length : at
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
    series.sum += value
  }

  family(): Family {
    const samples = [...this.#series.values()].flatMap((series) => this.#samplesOf(series))
    return { name: this.#name, help: this.#help, type: 'histogram', samples }
  }

  #samplesOf({ labels, counts, sum }: Series): Sample[] {
    let total = 0
    const buckets = counts.map((count, at): Sample => {
      total += count
      const bound = this.#bounds[at]
      const le = bound === undefined ? '+Inf' : String(bound)
      return { suffix: '_bucket', labels: { ...labels, le }, value: total }
    })
    return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }]
  }
}

/** The media type of Prometheus' text format 0.0.4. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes families in Prometheus' text format 0.0.4. */
export function formatMetrics(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(formatFamily)
    .join('')
}

function formatFamily({ name, help, type, samples }: Family): string {
  const lines = samples.map((sample) => formatSample(name, sample))
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function formatSample(name: string, { suffix, labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${suffix ?? ''}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${formatValue(value)}\n`
}

function formatValue(value: Value): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  return String(value)
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}
