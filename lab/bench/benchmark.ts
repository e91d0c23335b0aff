import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What one round of a contestant gave, by a name that carries the unit: `claims/s`, `p99 ms`, `peak MB`. */
export type Figures = Record<string, number>

/** One way of doing a benchmark's work: `Ferry`, the `obvious` way, the `limit` that the bare primitive sets, or a variant of one. */
export interface Contestant {
  name: string
  /** Does the work once and answers its figures. Anything that is not part of the work has been done by `prepare`. */
  measure(): Promise<Figures>
}

/** A target: a figure of Ferry's, or its ratio to the same figure of another contestant. */
export interface Target {
  figure: string
  /** The contestant that is judged; Ferry by default. */
  of?: string
  /** The contestant whose figure it is divided by; without it the figure itself is compared. */
  beside?: string
  /** The figure of `beside`, where it is another one. */
  besideFigure?: string
  atLeast?: number
  atMost?: number
}

export interface Benchmark {
  /** What is measured, in one sentence. */
  about: string
  /** How many rounds are measured, all contestants in turn in each of them. */
  rounds: number
  /** How many items the benchmark works on. */
  size: number
  /** Starts servers and writes files. */
  prepare(terms: PrepareTerms): Promise<{ contestants: Contestant[]; targets: Target[] }>
}

export interface PrepareTerms {
  size: number
  /** Is deleted afterwards. */
  folder: string
  /** What is to be ended afterwards. */
  parts: AsyncDisposableStack
  /** Tells what is being prepared. */
  tell(text: string): void
}

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

/**
 * Measures a benchmark: one round that is not counted, then the contestants in turn in each round, so that what else the machine does
 * meets all of them. A ratio is taken within a round and its median reported.
 */
export async function runBenchmark(
  name: string,
  benchmark: Benchmark,
  options: { rounds?: number; size?: number; tell: PrepareTerms['tell'] },
): Promise<BenchmarkReport> {
  const { rounds = benchmark.rounds, size = benchmark.size, tell } = options
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'ferry-bench-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const { contestants, targets } = await benchmark.prepare({ size, folder, parts, tell })
  const measured = new Map<string, Figures[]>(contestants.map((contestant) => [contestant.name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const contestant of contestants) {
      tell(`${contestant.name}, ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`)
      const figures = await contestant.measure()
      if (round > 0) measured.get(contestant.name)?.push(figures)
    }
  }
  return {
    name,
    about: benchmark.about,
    rounds,
    figures: Object.fromEntries([...measured].map(([contestant, all]) => [contestant, spreadOf(all)])),
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

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}
