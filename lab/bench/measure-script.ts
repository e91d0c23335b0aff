import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Figures } from './benchmark.ts'

/**
 * Runs a script of this folder in a process of its own and reads its figures: the last line that it prints.
 *
 * @throws when the script ends with another status than 0
 */
export async function measureScript(
  script: string,
  args: readonly (string | number)[],
  nodeArgs: readonly string[] = [],
): Promise<Figures> {
  const path = join(import.meta.dirname, script)
  const child = spawn(process.execPath, ['--expose-gc', ...nodeArgs, path, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${script} ended with status ${status}`)
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '')
}

/** Prints a script's figures for `measureScript`, with the most memory that its process held. */
export function printFigures(figures: Figures): void {
  const { maxRSS } = process.resourceUsage()
  console.log(JSON.stringify({ 'peak MB': maxRSS / 1024, ...figures }))
}
