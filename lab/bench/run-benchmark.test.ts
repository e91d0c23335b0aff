import { expect, test } from 'vitest'
import type { Benchmark } from './benchmark.ts'
import { runBenchmark } from './run-benchmark.ts'

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
    name: 'claims',
    about: 'claims a second',
    rounds: 3,
    prepare: () =>
      Promise.resolve({
        contestants: [contestant('Ferry', [1, 10, 40, 90]), contestant('obvious', [1, 1, 2, 3])],
        targets: [
          { figure: 'claims/s', beside: 'obvious', atLeast: 20 },
          { figure: 'claims/s', atMost: 39 },
        ],
        close: () => Promise.resolve(),
      }),
  }

  const report = await runBenchmark(benchmark, { tell: () => undefined })

  expect(order).toEqual(['Ferry', 'obvious', 'Ferry', 'obvious', 'Ferry', 'obvious', 'Ferry', 'obvious'])
  expect(report.figures.Ferry?.['claims/s']).toEqual({ median: 40, min: 10, max: 90 })
  expect(report.targets.map(({ reached, isMet }) => ({ reached, isMet }))).toEqual([
    { reached: 20, isMet: true },
    { reached: 40, isMet: false },
  ])
})
