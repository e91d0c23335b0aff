/** A line of Prometheus' text format, and the family that it belongs to. */
export interface ParsedSample {
  name: string
  labels: Record<string, string>
  /** As it is written: amounts do not fit into a number. */
  value: string
}

export interface ParsedFamily {
  type: string
  help: string
  samples: ParsedSample[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const SUFFIXES: Record<string, readonly string[]> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

/**
 * Parses Prometheus' text format 0.0.4, more strictly than a scrape does: HELP, then TYPE, then all lines of a family, each family and
 * each series once, counters that end in _total. Throws where the text is not so.
 */
export function parseMetrics(text: string): Map<string, ParsedFamily> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end')
  const families = new Map<string, ParsedFamily>()
  const series = new Set<string>()
  let name = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const help = new RegExp(`^# HELP (${NAME}) (.+)$`).exec(line)
    const type = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`).exec(line)
    if (help?.[1]) {
      name = help[1]
      if (families.has(name)) throw new Error(`${name} comes twice`)
      families.set(name, { help: help[2] ?? '', type: '', samples: [] })
    } else if (type?.[2]) {
      const family = families.get(type[1] ?? '')
      if (!family || type[1] !== name || family.type) throw new Error(`TYPE out of place: ${line}`)
      family.type = type[2]
      if (type[2] === 'counter' && !name.endsWith('_total')) throw new Error(`${name} is no counter's name`)
    } else {
      const family = families.get(name)
      const sample = parseSample(line)
      const isOfFamily = SUFFIXES[family?.type ?? '']?.some((suffix) => sample.name === name + suffix)
      if (!family || !isOfFamily) throw new Error(`A line out of place: ${line}`)
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted()])
      if (series.has(key)) throw new Error(`The same series twice: ${line}`)
      series.add(key)
      family.samples.push(sample)
    }
  }
  for (const [each, { samples }] of families) if (samples.length === 0) throw new Error(`${each} is empty`)
  return families
}

function parseSample(line: string): ParsedSample {
  const [, name = '', pairs = '', value = ''] =
    new RegExp(`^(${NAME})(?:\\{(.*)\\})? ([-+]?(?:\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?|Inf)|NaN)$`).exec(line) ??
    []
  if (!name) throw new Error(`No line of the format: ${line}`)
  return { name, labels: parseLabels(pairs), value }
}

function parseLabels(pairs: string): Record<string, string> {
  const labels: Record<string, string> = {}
  let rest = pairs
  while (rest !== '') {
    const pair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=.)|$)/.exec(rest)
    if (!pair?.[1] || pair[1] in labels) throw new Error(`No labels of the format: ${pairs}`)
    labels[pair[1]] = (pair[2] ?? '').replaceAll(/\\([\\"n])/g, (_, c: string) => (c === 'n' ? '\n' : c))
    rest = rest.slice(pair[0].length)
  }
  return labels
}

/** Returns the value of one series; null where there is none. */
export function sampleValue(
  families: ReadonlyMap<string, ParsedFamily>,
  name: string,
  labels: Record<string, string> = {},
): string | null {
  const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''))
  const found = family?.samples.find(
    (sample) =>
      sample.name === name &&
      Object.keys(sample.labels).length === Object.keys(labels).length &&
      Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  )
  return found?.value ?? null
}
