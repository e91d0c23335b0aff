import { join } from 'node:path'
import type { Benchmark } from '#lab/bench/benchmark.ts'
import { measureScript } from '#lab/bench/measure-script.ts'

const RECIPIENTS = 3_600

export const packing: Benchmark = {
  name: 'packing',
  about: 'transfers to token accounts that exist: base fees, and CPU time to build and sign',
  rounds: 3,
  prepare: ({ size = RECIPIENTS }) => {
    const run = (script: string, ...args: string[]) =>
      measureScript(join(import.meta.dirname, script), [String(size), ...args])
    return Promise.resolve({
      contestants: [
        { name: 'Ferry', measure: () => run('sign-packed.ts', 'v0') },
        { name: 'Ferry, v1', measure: () => run('sign-packed.ts', 'v1') },
        { name: 'obvious', measure: () => run('../obvious/sign-one-by-one.ts') },
      ],
      targets: [{ figure: 'recipients/lamport', beside: 'obvious', atLeast: 15 }],
      close: () => Promise.resolve(),
    })
  },
}
