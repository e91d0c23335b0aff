import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measured } from '#lab/bench/report/measured.ts'
import { renderChart } from '#lab/bench/report/render-chart.ts'
import { renderFigures, renderSummary, renderTable } from '#lab/bench/report/render-table.ts'

/**
 * Writes the table of the README, the chart and docs/benchmarks/README.md from the figures in docs/benchmarks, which `npm run bench --
 * <name> --json docs/benchmarks/<name>.json` writes.
 */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/benchmarks')
const measured = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Measured)

const days = [...new Set(measured.map(({ on }) => on))].join(', ')
const machines = [...new Set(measured.map(({ machine }) => machine))].join('; ')
writeFileSync(join(root, 'docs/images/benchmarks.svg'), renderChart(measured))
writeFileSync(
  join(folder, 'README.md'),
  `# Benchmarks\n\nMeasured by \`npm run bench\`, written by \`npm run bench:report\`.\n\n## Targets\n\n${renderTable(measured)}\n\n## Figures\n\n${renderFigures(measured)}\n`,
)

const readme = join(root, 'README.md')
const [begin, end] = ['<!-- benchmarks -->', '<!-- /benchmarks -->']
const text = readFileSync(readme, 'utf8')
const [from, until] = [text.indexOf(begin), text.indexOf(end)]
if (from === -1 || until < from) throw new Error(`README.md has no ${begin}`)
const section = `${begin}\nMeasured ${days} on ${machines}, the load generator included.\n\n${renderSummary(measured)}\n`
writeFileSync(readme, text.slice(0, from) + section + text.slice(until))
