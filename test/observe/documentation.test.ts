import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CONDITIONS } from '#observe/alerts/condition.ts'
import { EVENT_LINES } from '#observe/log-events.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${REPOSITORY}/${path}`, 'utf8')

const PAGE = read('docs/operations/observability.md')

/** The names in the first column of the page's tables. */
const NAMED = new Set(
  [...PAGE.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  ),
)

const METRICS = globSync('src/observe/metrics/*.ts', { cwd: REPOSITORY })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => read(file).match(/(?<=')(?:ferry|process|nodejs)_[a-z_]+(?=')/g) ?? [])

test('the page has every event, with its level', () => {
  expect(METRICS.length).toBeGreaterThan(20)
  for (const [event, [level]] of Object.entries(EVENT_LINES)) {
    expect(PAGE, event).toMatch(new RegExp(`^\\| [^|]*\`${event}\`[^|]* \\| ${level} \\|`, 'm'))
  }
})

test('the page has every condition, and says when it is one', () => {
  for (const [kind, { subject, documentation }] of Object.entries(CONDITIONS)) {
    const key = subject === null ? kind : `${kind}:<${subject}>`
    const row = PAGE.split('\n').find((line) => line.startsWith('| ') && line.includes(`\`${key}\``))
    expect(row, key).toContain(` | ${documentation} |`)
  }
})

test('each condition is found somewhere', () => {
  const finders = globSync('src/observe/alerts/*.ts', { cwd: REPOSITORY })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('/condition.ts'))
    .map(read)
    .join('\n')
  expect(Object.keys(CONDITIONS).filter((kind) => !finders.includes(`'${kind}'`))).toEqual([])
})

test('each event is told somewhere', () => {
  const tellers = globSync('src/{app,api,bin,observe,payout,solana,store}/**/*.ts', { cwd: REPOSITORY })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('/log-events.ts'))
    .map(read)
    .join('\n')
  expect(Object.keys(EVENT_LINES).filter((event) => !tellers.includes(`'${event}'`))).toEqual([])
})

test('the page has every metric', () => {
  expect(METRICS.filter((name) => !NAMED.has(name))).toEqual([])
})

const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
const known = (name: string) => METRICS.includes(family(name))

test('the page names no metric that there is not', () => {
  const named = PAGE.match(/\bferry_[a-z_]+/g) ?? []
  // A prefix, in a grep.
  expect([...new Set(named)].filter((name) => !known(name) && name !== 'ferry_run')).toEqual([])
})

interface Expression {
  of: string
  expression: string
}

function readRules(): Expression[] {
  const rules = read('examples/deploy/prometheus-alerts.yaml').split(/^ +- alert: /m)
  return rules.slice(1).map((rule) => {
    const [, folded, inLine] = / expr: (?:>-\n((?: {10}.+\n)+)|(.+))/.exec(rule) ?? []
    return {
      of: rule.split('\n', 1).join(),
      expression: (folded ?? inLine ?? '').replaceAll(/\s+/g, ' ').trim(),
    }
  })
}

function readDashboard(): Expression[] {
  const { panels } = JSON.parse(read('examples/deploy/grafana-dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  return panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expression: expr })))
}

const NAME = '[a-zA-Z_]\\w*'
const MATCHER = `${NAME}=~?"[^"]*"`
const SELECTOR = `(${NAME})(?:\\{((?:${MATCHER}(?:, )?)*)\\})?(?:\\[(?:\\d+[smhd]|\\$__rate_interval)\\])?`

const WORD = /\b(?:by|on) \([^)]*\)|\b(?:rate|histogram_quantile|sum|min|max|and|unless)\b/

/** How values make a value in PromQL, as far as the examples go. `V` is a value. */
const PRODUCTIONS = [
  /\b(?:rate|histogram_quantile)\((?:V, )?V\)/g,
  /\b(?:sum|min|max)(?: by \([^)]*\) )?\(V\)/g,
  /V (?:[-+*/><]|==|unless|and(?: on \([^)]*\))?) V/g,
]

/** Reduces an expression to `V` where it is one, and returns what it selects: metrics, each with its matchers. */
function parseExpression(expression: string) {
  const selected: { name: string; matchers: string }[] = []
  let rest = expression.replaceAll(
    new RegExp(`(${WORD.source})|${SELECTOR}|\\d+(?:\\.\\d+)?`, 'g'),
    (_, word?: string, name?: string, matchers = '') => {
      if (word !== undefined) return word
      if (name !== undefined) selected.push({ name, matchers })
      return 'V'
    },
  )
  for (let before = ''; before !== rest; ) {
    before = rest
    for (const production of PRODUCTIONS) rest = rest.replace(production, 'V')
  }
  return { rest, selected }
}

/** Reads the labels of a metric in the page's table. */
function labelsOf(name: string): string[] {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| '))
  const cells = rows.map((row) => row.split(' | '))
  const [, labels = ''] = cells.find(([names]) => names?.includes(`\`${family(name)}\``)) ?? []
  return [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label)
}

describe.each([
  ['the rules for Prometheus', readRules()],
  ['the dashboard for Grafana', readDashboard()],
])('%s', (_, expressions) => {
  test('have expressions', () => expect(expressions.length).toBeGreaterThan(10))

  test.each(expressions)('$of: $expression', ({ expression }) => {
    const { rest, selected } = parseExpression(expression)
    expect(rest).toBe('V')
    expect(selected.map(({ name }) => name).filter((name) => name !== 'up' && !known(name))).toEqual([])
    for (const { name, matchers } of selected) {
      const labels = ['job', 'instance', ...labelsOf(name)]
      const asked = [...matchers.matchAll(/(\w+)=/g)].map(([, label = '']) => label)
      expect(asked.filter((label) => !labels.includes(label))).toEqual([])
    }
    const labels = ['le', 'instance', ...selected.flatMap(({ name }) => labelsOf(name))]
    const grouped = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, by = '']) =>
      by.split(', '),
    )
    expect(grouped.filter((label) => !labels.includes(label))).toEqual([])
  })
})
