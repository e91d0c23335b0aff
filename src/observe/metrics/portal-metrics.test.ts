import { expect, test } from 'vitest'
import { parseMetrics, sampleValue } from '../../../test/harness/parse-metrics.ts'
import { Counter, formatMetrics, Histogram } from './metric.ts'
import { PortalMetrics } from './portal-metrics.ts'

const ROUTES = { submitClaim: '/submit', allocation: '/allocation', claim: '/claim' }

test('this process owns a lease from when it is taken until it is lost or given back', async () => {
  const metrics = new PortalMetrics(ROUTES)
  const owner = async (wallet: string) =>
    sampleValue(parseMetrics(await metrics.read()), 'ferry_lease_owner', { wallet })
  const tell = (event: 'lease_taken' | 'lease_lost' | 'lease_given_back', wallet: string) =>
    metrics.count({ event, runId: 1, wallet, fence: 1 })
  tell('lease_taken', 'a')
  tell('lease_taken', 'b')
  expect([await owner('a'), await owner('b'), await owner('c')]).toEqual(['1', '1', null])
  tell('lease_lost', 'a')
  tell('lease_given_back', 'b')
  expect([await owner('a'), await owner('b')]).toEqual(['0', '0'])
  tell('lease_taken', 'a')
  expect(await owner('a')).toBe('1')
})

test('requests without an answer are counted among all, and as errors', async () => {
  const metrics = new PortalMetrics(ROUTES)
  for (const isAnswered of [true, false, true])
    metrics.countRpc('https://node.example', 'getSlot', isAnswered)
  const parsed = parseMetrics(await metrics.read())
  const labels = { node: 'https://node.example', method: 'getSlot' }
  expect(sampleValue(parsed, 'ferry_rpc_requests_total', labels)).toBe('3')
  expect(sampleValue(parsed, 'ferry_rpc_errors_total', labels)).toBe('1')
})

test('writes HELP, TYPE and the lines of each family; a family without lines is left out', () => {
  const counter = new Counter('things_total', 'Things.')
  counter.add({ kind: 'a' })
  counter.add({ kind: 'a' }, 2)
  counter.add({ kind: 'b' })
  expect(formatMetrics([counter.family(), new Counter('none_total', 'None.').family()])).toBe(
    '# HELP things_total Things.\n# TYPE things_total counter\nthings_total{kind="a"} 3\nthings_total{kind="b"} 1\n',
  )
})

test('escapes labels and help', () => {
  const label = 'a"b\\c\nd,{e="f"}'
  const text = formatMetrics([
    { name: 'x', help: 'a\\b\nc "d"', type: 'gauge', samples: [{ labels: { label }, value: 1 }] },
  ])
  expect(text).toBe('# HELP x a\\\\b\\nc "d"\n# TYPE x gauge\nx{label="a\\"b\\\\c\\nd,{e=\\"f\\"}"} 1\n')
  expect(sampleValue(parseMetrics(text), 'x', { label })).toBe('1')
})

test('writes amounts as they are, and what is no number as the format has it', () => {
  const values = [
    '123456789012345678901234567890.000000001',
    1e21,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    -0.5,
  ]
  const samples = values.map((value, at) => ({ labels: { at: String(at) }, value }))
  const parsed = parseMetrics(formatMetrics([{ name: 'x', help: 'X.', type: 'gauge', samples }]))
  expect(parsed.get('x')?.samples.map(({ value }) => value)).toEqual([
    '123456789012345678901234567890.000000001',
    ...['1e+21', '+Inf', 'NaN', '-0.5'],
  ])
})

test('a histogram counts each value in every bucket that is wide enough', () => {
  const histogram = new Histogram('seconds', 'Seconds.', [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 5]) histogram.add(value, { of: 'a' })
  const parsed = parseMetrics(formatMetrics([histogram.family()]))
  const bucket = (le: string) => sampleValue(parsed, 'seconds_bucket', { of: 'a', le })
  expect([bucket('0.1'), bucket('1'), bucket('+Inf')]).toEqual(['2', '3', '4'])
  expect(sampleValue(parsed, 'seconds_count', { of: 'a' })).toBe('4')
  expect(sampleValue(parsed, 'seconds_sum', { of: 'a' })).toBe('5.65')
})

test('the same labels in another order are the same series', () => {
  const counter = new Counter('things_total', 'Things.')
  counter.add({ a: '1', b: '2' })
  counter.add({ b: '2', a: '1' })
  expect(counter.family().samples).toHaveLength(1)
})

test('refuses names that the format or the convention does not know', () => {
  expect(() => new Counter('things', 'Things.')).toThrow('must end in _total')
  expect(() => new Histogram('no-name', 'X.', [])).toThrow('no name')
})
