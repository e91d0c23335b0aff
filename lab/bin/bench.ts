import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consoleProgress, readOptions } from '#bin/read-options.ts'
import { type BenchmarkReport, runBenchmark } from '#lab/bench/benchmark.ts'
import { BENCHMARKS } from '#lab/bench/benchmarks.ts'
import { measuredHere, renderFigures, renderTargets } from '#lab/bench/report.ts'

/**
 * Measures Ferry beside the obvious implementation and beside the limit: the benchmarks that are named first, or all of them.
 * Nothing else should run on the machine.
 */
const [names, args] = splitArguments(process.argv.slice(2))
const values = readOptions(
  {
    name: 'npm run bench',
    does: 'Measures Ferry beside the obvious implementation and beside the limit: the benchmarks named first, or all.',
  },
  {
    rounds: { type: 'string', help: "In place of each benchmark's own" },
    size: { type: 'string' },
    json: { type: 'string', help: 'A file for the figures' },
  },
  args,
)
const unknown = names.filter((name) => benchmarksOf(name).length === 0)
if (unknown.length > 0) {
  console.error(
    `No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`,
  )
  process.exit(2)
}

installObvious()
const progress = consoleProgress()
const reports: BenchmarkReport[] = []
for (const name of names.length > 0 ? names.flatMap(benchmarksOf) : Object.keys(BENCHMARKS)) {
  const benchmark = await BENCHMARKS[name]?.()
  if (!benchmark) continue
  const report = await runBenchmark(name, benchmark, {
    ...(values.rounds !== undefined && { rounds: Number(values.rounds) }),
    ...(values.size !== undefined && { size: Number(values.size) }),
    tell: (text) => progress.step(`${name}: ${text}`),
  })
  console.log(`\n${renderFigures(measuredHere([report]))}\n\n${renderTargets([report])}`)
  reports.push(report)
}
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify(measuredHere(reports), null, 2)}\n`)

/** `import` is `import-csv`, `import-json` and `import-xlsx`. */
function benchmarksOf(name: string): string[] {
  if (Object.hasOwn(BENCHMARKS, name)) return [name]
  return Object.keys(BENCHMARKS).filter((each) => each.startsWith(`${name}-`))
}

/** Names come before the options. */
function splitArguments(given: string[]): [names: string[], options: string[]] {
  const firstOption = given.findIndex((arg) => arg.startsWith('-'))
  return firstOption === -1 ? [given, []] : [given.slice(0, firstOption), given.slice(firstOption)]
}

/** The obvious implementations have packages of their own (decision 024), which nobody else has to install. */
function installObvious(): void {
  const folder = join(import.meta.dirname, '../bench/obvious')
  if (existsSync(join(folder, 'node_modules/express'))) return
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}
