import { describeFigure, type Measured, shortNumber } from './measured.ts'

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
