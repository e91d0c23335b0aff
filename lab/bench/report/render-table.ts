import type { TargetReport } from '#lab/bench/run-benchmark.ts'
import { describeFigure, foremostTargets, type Measured, shortNumber } from './measured.ts'

/** Renders targets as a Markdown table, a line each, with what was reached. */
export function renderTable(measured: readonly Measured[]): string {
  const lines = measured.flatMap(({ reports }) =>
    reports.flatMap(({ name, targets }) =>
      targets.map((target) => {
        const { reached, isMet, atLeast, atMost } = target
        const bound = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
        const cells = [
          `\`${name}\``,
          describeFigure(target),
          shortNumber(reached),
          bound,
          isMet ? 'yes' : 'no',
        ]
        return `| ${cells.join(' | ')} |`
      }),
    ),
  )
  return ['| benchmark | figure | reached | target | met |', '|---|---|---:|---:|---|', ...lines].join('\n')
}

/** So many targets of a benchmark are named, besides those that were missed. */
const NAMED_TARGETS = 4

/** Renders a line for each benchmark: its first targets and those that were missed, with what was reached. */
export function renderSummary(measured: readonly Measured[]): string {
  const lines = measured.flatMap(({ reports }) =>
    reports.map(({ name, targets }) => {
      const named = foremostTargets(targets, NAMED_TARGETS)
      const others = targets.length - named.length
      const words = [...named.map(describeTarget), ...(others > 0 ? [`${others} more, met`] : [])]
      const met = targets.filter(({ isMet }) => isMet).length
      return `| \`${name}\` | ${words.join('; ')} | ${met} of ${targets.length} |`
    }),
  )
  return ['| benchmark | reached (target) | met |', '|---|---|---|', ...lines].join('\n')
}

function describeTarget(target: TargetReport): string {
  const { reached, isMet, atLeast, atMost } = target
  const bound = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
  const words = `${describeFigure(target)} ${shortNumber(reached)} (${bound})`
  return isMet ? words : `**missed: ${words}**`
}

/** Renders every figure of the contestants, a table for each benchmark. */
export function renderFigures(measured: readonly Measured[]): string {
  return measured
    .flatMap(({ on, machine, reports }) =>
      reports.map(({ name, about, rounds, figures }) => {
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
          `${capitalized(about)}. ${capitalized(rounded)}, ${on}, ${machine}.`,
          ['| | median (least–most) |', '|---|---|', ...lines].join('\n'),
        ].join('\n\n')
      }),
    )
    .join('\n\n')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
