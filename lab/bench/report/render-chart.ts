import { describeFigure, foremostTargets, type Measured, shareOfTarget, shortNumber } from './measured.ts'

const WIDTH = 860
const ROW = 24
const LEFT = 400
const RIGHT = 90
const TOP = 44

/** So many targets of a benchmark are drawn, besides those that were missed. */
const DRAWN_TARGETS = 2

/** A bar ends there, however far beyond its target the figure is. */
const MOST = 2

/** Renders how much of each target was reached as bars on a line that is the target. An SVG that follows the reader's theme. */
export function renderChart(measured: readonly Measured[]): string {
  const rows = measured.flatMap(({ reports }) =>
    reports.flatMap(({ name, targets }) =>
      foremostTargets(targets, DRAWN_TARGETS).map((target) => ({ name, target })),
    ),
  )
  const height = TOP + rows.length * ROW + 16
  const scale = (WIDTH - LEFT - RIGHT) / MOST
  const line = LEFT + scale
  const bars = rows.map(({ name, target }, index) => {
    const y = TOP + index * ROW
    const share = shareOfTarget(target)
    const width = Math.max(2, Math.min(share, MOST) * scale)
    return [
      `<text class="name" x="${LEFT - 12}" y="${y + 15}" text-anchor="end">${escaped(`${name}: ${describeFigure(target)}`)}</text>`,
      `<rect class="${target.isMet ? 'met' : 'missed'}" x="${LEFT}" y="${y + 4}" width="${width.toFixed(1)}" height="14" rx="3"/>`,
      `<text class="value" x="${(LEFT + width + 6).toFixed(1)}" y="${y + 15}">${shortNumber(target.reached)}</text>`,
    ].join('\n')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="How much of each target was reached">
<style>
text { font: 12px system-ui, sans-serif; fill: #3d4451 }
.value { font-weight: 600 } .met { fill: #2f9e6e } .missed { fill: #d08a2e } .target { stroke: #3d4451; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) { text { fill: #c9d1d9 } .target { stroke: #c9d1d9 } }
</style>
<text x="${line}" y="20" text-anchor="middle">target</text>
<line class="target" x1="${line}" y1="28" x2="${line}" y2="${height - 10}"/>
${bars.join('\n')}
</svg>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
