import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Contestant, Figures, Target } from '#lab/bench/benchmark.ts'
import { measureScript } from '#lab/bench/measure-script.ts'
import { SERVERS_NODE_ARGS } from '../load/own-process.ts'
import { measureServedUpload } from './measure-served-upload.ts'
import { type ListFormat, writeListFile } from './write-list-file.ts'

const DEFAULT_ROWS = 1_000_000

const TARGETS: Record<ListFormat, Target[]> = {
  csv: commonTargets(),
  json: commonTargets(),
  xlsx: [...commonTargets(), { figure: 'rows/s', beside: 'obvious', atLeast: 2 }],
}

function commonTargets(): Target[] {
  return [
    { figure: 'rows/s', beside: 'parser alone', atLeast: 0.4 },
    { figure: 'peak MB', atMost: 400 },
    { figure: 'peak MB', of: 'Ferry, served', atMost: 400 },
    { figure: 'MB at rest', of: 'Ferry, served', atMost: 250 },
  ]
}

/** Measures a holder list from its file until it is in force, in one format. */
export function importOf(format: ListFormat): Benchmark {
  return {
    name: `import-${format}`,
    about: `a holder list from ${format.toUpperCase()} until it is in force, on SQLite`,
    rounds: 2,
    async prepare({ size = DEFAULT_ROWS, tell }) {
      const folder = await mkdtemp(join(tmpdir(), 'ferry-bench-'))
      tell(`writing ${size.toLocaleString('en-US')} rows`)
      const path = await writeListFile(folder, format, size)
      tell(`the file has ${((await stat(path)).size / 1e6).toFixed(1)} MB`)
      return {
        contestants: contestantsOf(format, path, folder, size),
        targets: TARGETS[format],
        close: () => rm(folder, { recursive: true, force: true }),
      }
    },
  }
}

function contestantsOf(format: ListFormat, path: string, folder: string, rows: number): Contestant[] {
  const script = (name: string) => join(import.meta.dirname, name)
  const database = join(folder, 'obvious.sqlite')
  const obvious = async (): Promise<Figures> => {
    for (const file of ['', '-wal', '-shm']) await rm(`${database}${file}`, { force: true })
    return measureScript(script('../obvious/import-list.ts'), [format, path, database])
  }
  return [
    {
      name: 'Ferry',
      measure: () => measureScript(script('import-with-ferry.ts'), [path, String(rows)], SERVERS_NODE_ARGS),
    },
    { name: 'Ferry, served', measure: () => measureServedUpload(path, rows) },
    { name: 'obvious', measure: obvious },
    {
      name: 'parser alone',
      measure: () => measureScript(script('parse-alone.ts'), [format, path, String(rows)]),
    },
  ]
}
