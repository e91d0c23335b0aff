import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** The files that tests need; the installed packages are linked. */
const COPIED = [
  'src',
  'tools',
  'lab',
  'test',
  'docs',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
]

/** A copy of the sources and tests, to be altered. */
export interface SourceCopy extends Disposable {
  folder: string
}

/** Copies the sources into a temporary folder, which is deleted with the copy, or where the process exits before. */
export function copySources(): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-mutant-'))
  for (const name of COPIED) cpSync(join(REPOSITORY, name), join(folder, name), { recursive: true })
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    folder,
    [Symbol.dispose]: () => {
      process.off('exit', remove)
      remove()
    },
  }
}
