import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
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

test('the page, and the rules for Prometheus, name no metric that there is not', () => {
  const known = (name: string) => METRICS.includes(name.replace(/_(bucket|sum|count)$/, ''))
  const named = `${PAGE}\n${read('examples/deploy/prometheus-alerts.yaml')}`.match(/\bferry_[a-z_]+/g) ?? []
  // A prefix, in a grep.
  expect([...new Set(named)].filter((name) => !known(name) && name !== 'ferry_run')).toEqual([])
})
