import { expect, test } from 'vitest'
import { type Benchmark, runBenchmark } from './benchmark.ts'
import { renderFigures, renderTargets } from './report.ts'
import { renderWaits } from './waits.ts'

test('contestants take turns, the first round is not counted, and a ratio is taken within a round', async () => {
  const order: string[] = []
  const contestant = (name: string, figures: number[]) => ({
    name,
    measure: () => {
      order.push(name)
      return Promise.resolve({ 'claims/s': figures.shift() ?? 0 })
    },
  })
  const benchmark: Benchmark = {
    about: 'claims a second',
    rounds: 3,
    size: 1,
    prepare: () =>
      Promise.resolve({
        contestants: [contestant('Ferry', [1, 10, 40, 90]), contestant('obvious', [1, 1, 2, 3])],
        targets: [
          { figure: 'claims/s', beside: 'obvious', atLeast: 20 },
          { figure: 'claims/s', atMost: 39 },
        ],
      }),
  }

  const report = await runBenchmark('claims', benchmark, { tell: () => undefined })

  expect(order).toEqual(['Ferry', 'obvious', 'Ferry', 'obvious', 'Ferry', 'obvious', 'Ferry', 'obvious'])
  expect(report.figures.Ferry?.['claims/s']).toEqual({ median: 40, min: 10, max: 90 })
  expect(renderTargets([report]).split('\n').slice(2)).toEqual([
    "| `claims` | claims/s ÷ obvious's | 20 | at least 20 | yes |",
    '| `claims` | claims/s | 40 | at most 39 | no |',
  ])
  const text = renderFigures({ on: '2026-01-02', machine: '2 × CPU', reports: [report] })
  expect(text).toContain('Claims a second. 3 rounds, 2026-01-02, 2 × CPU.')
  expect(text).toContain('| Ferry | 40 claims/s (10–90) |')
})

test('what a person waits for is told in seconds, beside what was measured of the others', () => {
  const spread = (median: number) => ({ median, min: median, max: median })
  const report = (name: string, figures: Record<string, Record<string, number>>) => ({
    ...{ name, about: '', rounds: 1, targets: [] },
    figures: Object.fromEntries(
      Object.entries(figures).map(([contestant, ofContestant]) => [
        contestant,
        Object.fromEntries(Object.entries(ofContestant).map(([figure, value]) => [figure, spread(value)])),
      ]),
    ),
  })
  const reports = [
    report('claims', { Ferry: { 'p50 ms': 74.4 }, obvious: { 'p50 ms': 353 }, limit: { 'p50 ms': 17.3 } }),
    report('payout', { 'Ferry, 200 ms': { 'recipients/s': 25 }, obvious: { 'calls/recipient': 3.6 } }),
  ]
  const lines = renderWaits([{ on: '2026-01-02', machine: '2 × CPU', reports }]).split('\n')
  expect(lines.find((line) => line.includes('answer to a claim'))).toMatch(
    /\| 74.4 ms \| 353 ms \| 17.3 ms \|$/,
  )
  expect(lines.find((line) => line.includes('1,000 payments'))).toMatch(/\| 40 s \| 6 min \| {2}\|$/)
})
