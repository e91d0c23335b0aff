import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.ts'
import type { SimulationReport } from './simulate-seeds.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Plays seeds on a copy of the sources from which one guard was removed, until one breaks a promise.
 * Throws when the guard does not stand where it is expected: then the list of mutants is to be brought up to date.
 */
export async function tryMutant(mutant: Mutant, seeds: number): Promise<SimulationReport> {
  const copy = mkdtempSync(join(tmpdir(), 'ferry-mutant-'))
  try {
    cpSync(join(REPOSITORY, 'src'), join(copy, 'src'), { recursive: true })
    cpSync(join(REPOSITORY, 'package.json'), join(copy, 'package.json'))
    symlinkSync(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'))
    removeGuard(join(copy, 'src'), mutant)
    const json = join(copy, 'report.json')
    const main = join(copy, 'src', 'bin', 'simulate.ts')
    const child = spawn(
      process.execPath,
      [main, '--seeds', String(seeds), '--stop-at-failure', '--json', json],
      { stdio: 'ignore' },
    )
    await once(child, 'exit')
    return JSON.parse(readFileSync(json, 'utf8')) as SimulationReport
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function removeGuard(sources: string, { name, file, guard, without }: Mutant): void {
  const path = join(sources, file)
  const parts = readFileSync(path, 'utf8').split(guard)
  if (parts.length !== 2)
    throw new Error(`"${name}": its guard stands ${parts.length - 1} times in ${file}, not once`)
  writeFileSync(path, parts.join(without))
}
