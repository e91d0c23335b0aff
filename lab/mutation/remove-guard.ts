import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** Counts a guard's occurrences in its file; 0 where there is no such file. */
export function countGuard(repository: string, { file, guard }: Mutant): number {
  try {
    return readFileSync(pathOf(repository, file), 'utf8').split(guard).length - 1
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
}

/**
 * Removes one guard from a copy of the repository, and returns a function that restores it. Throws when the guard is not in its
 * file exactly once: then the list of guards is to be brought up to date.
 */
export function removeGuard(repository: string, mutant: Mutant): () => void {
  const count = countGuard(repository, mutant)
  if (count !== 1) throw new Error(misplacement(mutant, count))
  const path = pathOf(repository, mutant.file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(path, original.split(mutant.guard).join(mutant.without))
  return () => writeFileSync(path, original)
}

function pathOf(repository: string, file: string): string {
  return join(repository, file.startsWith('tools/') ? file : `src/${file}`)
}

/** Describes that a guard's text is not where the list expects it. */
export function misplacement({ name, file }: Mutant, count: number): string {
  return `"${name}": its text occurs ${count} times in ${file}, not once`
}
