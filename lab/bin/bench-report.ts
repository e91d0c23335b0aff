import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '#bin/read-options.ts'
import { type Measured, renderFigures, renderTargets } from '#lab/bench/report.ts'
import { renderWaits } from '#lab/bench/waits.ts'

readOptions(
  { name: 'npm run bench:report', does: 'Writes docs/benchmarks/README.md from the figures beside it.' },
  {},
)

/** Writes docs/benchmarks/README.md from the figures beside it, which `npm run bench -- <name> --json docs/benchmarks/<name>.json` writes. */
const folder = join(import.meta.dirname, '../../docs/benchmarks')
const measured = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Measured)

const days = [...new Set(measured.map(({ on }) => on))].join(', ')
const machines = [...new Set(measured.map(({ machine }) => machine))].join('; ')
const introduction = `What a person waits for, beside the *obvious way* (Express, one statement a request, one payment a transaction) and beside the *limit*, the bare
primitive under it. Medians; an empty cell was not measured.

${renderWaits(measured)}

## How it is measured

Each benchmark measures Ferry, and variants of it, in turn within each round ([how and why](../decisions/024-performance.md)). The obvious way and the
limit were measured beside it until version 0.2.0; their figures stay. \`npm run bench\` runs all of them, \`npm run bench -- claims\` one;
\`npm run bench:report\` writes this page from the JSON files beside it. A target that is missed stays in the table.

Measured ${days} on ${machines}, the load generator included.`
const targets = renderTargets(measured.flatMap(({ reports }) => reports))
const figures = measured.map(renderFigures).join('\n\n')
writeFileSync(
  join(folder, 'README.md'),
  `# Benchmarks\n\n${introduction}\n\n## Targets\n\n${targets}\n\n## Figures\n\n${figures}\n`,
)
