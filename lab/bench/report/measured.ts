import { cpus, totalmem } from 'node:os'
import type { BenchmarkReport, TargetReport } from '#lab/bench/run-benchmark.ts'

/** Reports of one run of `npm run bench`, as its `--json` file has them. */
export interface Measured {
  /** The day, in ISO 8601. */
  on: string
  machine: string
  reports: BenchmarkReport[]
}

/** Returns reports with the day and this machine. */
export function measuredHere(reports: BenchmarkReport[]): Measured {
  const [first] = cpus()
  const gib = Math.round(totalmem() / 2 ** 30)
  return {
    on: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${first?.model.trim() ?? 'CPU'}, ${gib} GiB, Node ${process.versions.node}`,
    reports,
  }
}

/** Returns the first of a benchmark's targets, and those that were missed. */
export function foremostTargets(targets: readonly TargetReport[], most: number): TargetReport[] {
  return targets.filter(({ isMet }, index) => index < most || !isMet)
}

/** Describes what a target asks of a figure, as `claims/s × obvious`. */
export function describeFigure({
  figure,
  of = 'Ferry',
  beside,
  besideFigure = figure,
}: TargetReport): string {
  const whose = of === 'Ferry' ? '' : `${of}: `
  if (beside === undefined) return `${whose}${figure}`
  return `${whose}${figure} ÷ ${beside}'s${besideFigure === figure ? '' : ` ${besideFigure}`}`
}

/** Returns how much of a target was reached: 1 meets it, whichever way it is bounded. */
export function shareOfTarget({ reached, atLeast, atMost }: TargetReport): number {
  if (atLeast !== undefined) return reached / atLeast
  if (atMost !== undefined && atMost > 0) return atMost / reached
  return reached === atMost ? 1 : 0
}

/** Three digits that count; whole numbers above. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en-US')
    : String(Number(value.toPrecision(3)))
}
