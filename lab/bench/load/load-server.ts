import type { Figures } from '#lab/bench/benchmark.ts'
import type { ServerProcess } from './own-process.ts'
import { runLoad } from './run-load.ts'

/**
 * Runs a script of load on a server, and adds the processor time that the server took for each answer: it depends less than the rest on
 * what else the machine does.
 */
export async function loadServer(
  server: ServerProcess,
  script: string,
  args: readonly (string | number)[],
): Promise<Figures> {
  const beforeMs = server.cpuMs()
  const { answered = Number.NaN, ...figures } = await runLoad(script, [server.port, ...args])
  const afterMs = server.cpuMs()
  if (beforeMs === null || afterMs === null) return figures
  return { ...figures, 'CPU µs each': ((afterMs - beforeMs) * 1000) / answered }
}
