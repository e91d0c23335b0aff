import { shortNumber } from './report/measured.ts'
import type { BenchmarkReport, Spread, TargetReport } from './run-benchmark.ts'

/** Prints a benchmark's report as a table: a line for each contestant and figure, then its targets. */
export function printReport({ name, about, rounds, figures, targets }: BenchmarkReport): void {
  console.log(`\n${name}: ${about} (${rounds} ${rounds === 1 ? 'round' : 'rounds'}, medians, least to most)`)
  for (const [contestant, ofContestant] of Object.entries(figures)) {
    const parts = Object.entries(ofContestant).map(
      ([figure, spread]) => `${describeSpread(spread)} ${figure}`,
    )
    console.log(`  ${contestant.padEnd(20)} ${parts.join('   ')}`)
  }
  for (const target of targets)
    console.log(`  ${target.isMet ? 'met   ' : 'missed'} ${describeTarget(target)}`)
}

function describeSpread({ median, min, max }: Spread): string {
  return `${shortNumber(median)} (${shortNumber(min)}–${shortNumber(max)})`
}

function describeTarget({
  figure,
  of = 'Ferry',
  beside,
  besideFigure,
  reached,
  atLeast,
  atMost,
}: TargetReport): string {
  const other = besideFigure === undefined ? beside : `${beside}'s ${besideFigure}`
  const what =
    beside === undefined
      ? `${shortNumber(reached)} ${figure}`
      : `${shortNumber(reached)} × ${other}, ${figure}`
  const bounds = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ]
  return `${of}: ${what} (${bounds.join(', ')})`
}
