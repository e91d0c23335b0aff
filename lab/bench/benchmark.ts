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

/** A benchmark that is ready to be measured: servers started, files written. */
export interface PreparedBenchmark {
  contestants: Contestant[]
  targets: Target[]
  close(): Promise<void>
}

export interface BenchmarkOptions {
  /** How many items the benchmark works on, in place of its own number. */
  size?: number
  /** Tells what is being prepared. */
  tell(text: string): void
}

export interface Benchmark {
  name: string
  /** What is measured, in one sentence. */
  about: string
  /** How many rounds are measured, all contestants in turn in each of them. */
  rounds: number
  prepare(options: BenchmarkOptions): Promise<PreparedBenchmark>
}
