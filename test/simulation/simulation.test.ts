import { expect, test } from 'vitest'
import { simulateSeeds } from '#lab/simulation/simulate-seeds.ts'

const SEEDS = 500

test(`${SEEDS} seeds: nobody is paid twice, nobody is lost, nothing is stuck, nothing waits silently`, {
  timeout: 480_000,
}, async () => {
  const report = await simulateSeeds({ firstSeed: 1, seeds: SEEDS })
  expect(report.failed).toEqual([])
  expect(report.seeds).toBe(SEEDS)
  // It would show nothing if nothing had gone wrong.
  expect(report.crashes).toBeGreaterThan(SEEDS / 2)
  for (const [kind, count] of Object.entries(report.faults)) expect(count, kind).toBeGreaterThan(0)
})

test('a seed replays exactly', { timeout: 120_000 }, async () => {
  const play = () => simulateSeeds({ firstSeed: 4711, seeds: 4, workers: 1 })
  const { seconds: _first, ...first } = await play()
  const { seconds: _second, ...second } = await play()
  expect(second).toEqual(first)
})
