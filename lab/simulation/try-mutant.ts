import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copySources } from '#lab/mutation/copy-sources.ts'
import type { Mutant } from '#lab/mutation/mutant.ts'
import { removeGuard } from '#lab/mutation/remove-guard.ts'
import type { SimulationReport } from './simulate-seeds.ts'

/**
 * Plays seeds on a copy of the sources from which one guard was removed, until one breaks an invariant.
 * Throws when the guard's text is not found where it is expected: then the list of mutants is to be brought up to date.
 */
export async function tryMutant(mutant: Mutant, seeds: number): Promise<SimulationReport> {
  using copy = copySources()
  removeGuard(copy.folder, mutant)
  const json = join(copy.folder, 'report.json')
  const main = join(copy.folder, 'lab', 'bin', 'simulate.ts')
  const child = spawn(
    process.execPath,
    [main, '--seeds', String(seeds), '--stop-at-failure', '--json', json],
    { stdio: 'ignore' },
  )
  const end = () => child.kill()
  process.once('exit', end)
  await once(child, 'exit')
  process.off('exit', end)
  return JSON.parse(readFileSync(json, 'utf8')) as SimulationReport
}
