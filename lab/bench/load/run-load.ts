import { fileURLToPath } from 'node:url'
import type { Figures } from '#lab/bench/benchmark.ts'
import { measureScript } from '#lab/bench/measure-script.ts'

/** Runs a script of load in a process of its own, and returns its figures. */
export function runLoad(script: string, args: readonly (string | number)[]): Promise<Figures> {
  return measureScript(fileURLToPath(new URL(script, import.meta.url)), args.map(String))
}
