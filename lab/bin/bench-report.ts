import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measured } from '#lab/bench/report/measured.ts'
import { renderChart } from '#lab/bench/report/render-chart.ts'
import { renderFigures, renderTable } from '#lab/bench/report/render-table.ts'

/**
 * Writes the chart and docs/benchmarks/README.md from the figures in docs/benchmarks, which `npm run bench -- <name> --json
 * docs/benchmarks/<name>.json` writes.
 */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/benchmarks')
const measured = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Measured)

const days = [...new Set(measured.map(({ on }) => on))].join(', ')
const machines = [...new Set(measured.map(({ machine }) => machine))].join('; ')
const introduction = `Each benchmark measures Ferry beside an obvious implementation and beside the bare primitive, in turn within each round
([how and why](../decisions/024-performance.md)). \`npm run bench\` runs all of them, \`npm run bench -- claims\` one; \`npm run bench:report\`
writes this page. A target that is missed stays in the table.

Measured ${days} on ${machines}, the load generator included.`
writeFileSync(join(root, 'docs/images/benchmarks.svg'), renderChart(measured))
writeFileSync(
  join(folder, 'README.md'),
  `# Benchmarks\n\n${introduction}\n\n![How much of each target was reached](../images/benchmarks.svg)\n\n## Targets\n\n${renderTable(measured)}\n\n## Figures\n\n${renderFigures(measured)}\n`,
)
