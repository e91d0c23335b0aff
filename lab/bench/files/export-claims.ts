import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark } from '#lab/bench/benchmark.ts'
import { measureScript } from '#lab/bench/measure-script.ts'
import { fillClaims } from './fill-claims.ts'

const DEFAULT_CLAIMS = 1_000_000

/** Measures the exports of all claims. */
export const exportClaims: Benchmark = {
  name: 'export',
  about: 'all claims as a workbook, on SQLite',
  rounds: 2,
  async prepare({ size = DEFAULT_CLAIMS, tell }) {
    const folder = await mkdtemp(join(tmpdir(), 'ferry-bench-'))
    const secretsKey = Buffer.alloc(32, 7).toString('base64')
    tell(`filling a store with ${size.toLocaleString('en-US')} claims`)
    await fillClaims({ DATA_DIR: folder, SECRETS_KEY: secretsKey }, size)
    const script = (name: string) => join(import.meta.dirname, name)
    const ferry = (format: string) => () =>
      measureScript(script('export-with-ferry.ts'), [
        format,
        folder,
        secretsKey,
        String(size),
        join(folder, `export.${format}`),
      ])
    const obvious = () =>
      measureScript(script('../obvious/export-claims.ts'), [
        join(folder, 'ferry.sqlite'),
        String(size),
        join(folder, 'obvious.xlsx'),
      ])
    return {
      contestants: [
        { name: 'Ferry', measure: ferry('xlsx') },
        { name: 'Ferry, CSV', measure: ferry('csv') },
        { name: 'obvious', measure: obvious },
      ],
      targets: [
        { figure: 'rows/s', beside: 'obvious', atLeast: 2 },
        { figure: 'peak MB', atMost: 400 },
        { figure: 'peak MB', of: 'Ferry, CSV', atMost: 400 },
      ],
      close: () => rm(folder, { recursive: true, force: true }),
    }
  },
}
