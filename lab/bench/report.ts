import { cpus, totalmem } from 'node:os'
import type { BenchmarkReport, TargetReport } from './benchmark.ts'

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

/** Renders targets as a Markdown table, a line each, with what was reached. */
export function renderTargets(reports: readonly BenchmarkReport[]): string {
  const lines = reports.flatMap(({ name, targets }) =>
    targets.map((target) => {
      const { reached, isMet, atLeast, atMost } = target
      const bound = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
      const cells = [`\`${name}\``, describeFigure(target), shortNumber(reached), bound, isMet ? 'yes' : 'no']
      return `| ${cells.join(' | ')} |`
    }),
  )
  return ['| benchmark | figure | reached | target | met |', '|---|---|---:|---:|---|', ...lines].join('\n')
}

/** Describes what a target asks of a figure, as `claims/s ÷ obvious's`. */
function describeFigure({ figure, of = 'Ferry', beside, besideFigure = figure }: TargetReport): string {
  const whose = of === 'Ferry' ? '' : `${of}: `
  if (beside === undefined) return `${whose}${figure}`
  return `${whose}${figure} ÷ ${beside}'s${besideFigure === figure ? '' : ` ${besideFigure}`}`
}

/** Renders every figure of the contestants, a Markdown table for each benchmark. */
export function renderFigures({ on, machine, reports }: Measured): string {
  return reports
    .map(({ name, about, rounds, figures }) => {
      const lines = Object.entries(figures).map(([contestant, ofContestant]) => {
        const parts = Object.entries(ofContestant).map(
          ([figure, { median, min, max }]) =>
            `${shortNumber(median)} ${figure} (${shortNumber(min)}–${shortNumber(max)})`,
        )
        return `| ${contestant} | ${parts.join('; ')} |`
      })
      const rounded = `${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
      return [
        `### ${name}`,
        `${about.charAt(0).toUpperCase()}${about.slice(1)}. ${rounded}, ${on}, ${machine}.`,
        ['| | median (least–most) |', '|---|---|', ...lines].join('\n'),
      ].join('\n\n')
    })
    .join('\n\n')
}

/** Three digits that count; whole numbers above. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en-US')
    : String(Number(value.toPrecision(3)))
}
