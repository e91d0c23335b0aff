import type { Benchmark, BenchmarkOptions, Figures, Target } from './benchmark.ts'

/** A figure over the rounds. */
export interface Spread {
  median: number
  min: number
  max: number
}

export interface BenchmarkReport {
  name: string
  about: string
  rounds: number
  /** By contestant and figure. */
  figures: Record<string, Record<string, Spread>>
  targets: TargetReport[]
}

export interface TargetReport extends Target {
  /** The figure, or the median of its ratio in each round. */
  reached: number
  isMet: boolean
}

export interface RunOptions extends BenchmarkOptions {
  rounds?: number
}

/**
 * Measures a benchmark: one round that is not counted, then the contestants in turn in each round, so that what else the machine does
 * meets all of them. A ratio is taken within a round and its median reported.
 */
export async function runBenchmark(benchmark: Benchmark, options: RunOptions): Promise<BenchmarkReport> {
  const rounds = options.rounds ?? benchmark.rounds
  const { contestants, targets, close } = await benchmark.prepare(options)
  const measured = new Map<string, Figures[]>(contestants.map(({ name }) => [name, []]))
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, measure } of contestants) {
        options.tell(round === 0 ? `${name}, warming up` : `${name}, round ${round} of ${rounds}`)
        const figures = await measure()
        if (round > 0) measured.get(name)?.push(figures)
      }
    }
  } finally {
    await close()
  }
  return {
    name: benchmark.name,
    about: benchmark.about,
    rounds,
    figures: Object.fromEntries([...measured].map(([name, all]) => [name, spreadOf(all)])),
    targets: targets.map((target) => judge(target, measured)),
  }
}

function spreadOf(rounds: readonly Figures[]): Record<string, Spread> {
  const names = Object.keys(rounds[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const values = rounds.map((figures) => figures[name] ?? Number.NaN)
      return [name, { median: median(values), min: Math.min(...values), max: Math.max(...values) }]
    }),
  )
}

function judge(target: Target, measured: ReadonlyMap<string, Figures[]>): TargetReport {
  const { figure, of = 'Ferry', beside, besideFigure = figure, atLeast, atMost } = target
  const own = measured.get(of) ?? []
  const others = beside === undefined ? null : (measured.get(beside) ?? [])
  const reached = median(
    own.map((figures, round) => {
      const value = figures[figure] ?? Number.NaN
      return others ? value / (others[round]?.[besideFigure] ?? Number.NaN) : value
    }),
  )
  const isMet = (atLeast === undefined || reached >= atLeast) && (atMost === undefined || reached <= atMost)
  return { ...target, reached, isMet }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}
