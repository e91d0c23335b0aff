import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Benchmark } from './benchmark.ts'
import { benchFolder } from './load/bench-folder.ts'
import { fillObvious } from './load/fill-obvious.ts'
import { holderList } from './load/holders.ts'
import { loadServer } from './load/load-server.ts'
import { type ServerProcess, startFerry, startScript } from './load/own-process.ts'

const SECONDS = 3

const ASSETS = fileURLToPath(new URL('../../dist/assets', import.meta.url))

/** Look-ups of allocations with the limit on requests at work, beside the obvious server and beside a static file of Ferry's own. */
export const lookups: Benchmark = {
  name: 'lookups',
  about: 'allocations looked up from 128 connections, limited by visitor',
  rounds: 5,

  async prepare({ size = 1_000_000, tell }) {
    await using parts = new AsyncDisposableStack()
    const folder = await benchFolder(parts)
    if (!existsSync(ASSETS))
      throw new Error('Run "npm run build" first: the static limit is a file of the page')
    const asset = (await readdir(ASSETS)).find((name) => name.startsWith('boat-') && name.endsWith('.svg'))
    tell(`a list of ${size} holders`)
    const list = await holderList(size)
    tell('Ferry: its list')
    const ferry = await startFerry(folder, { ALLOCATIONS_FILE: list })
    parts.defer(() => ferry.stop())
    tell('obvious: its list')
    const location = join(folder, 'obvious.sqlite')
    await fillObvious(location, list)
    const startObvious = async (log: string, ...args: string[]) => {
      const server = await startScript('../obvious/server.ts', [location, ...args], join(folder, log))
      parts.defer(() => server.stop())
      return server
    }
    const obvious = await startObvious('obvious.log')
    const guarded = await startObvious('guarded.log', 'guarded')
    const framework = await startScript('framework-server.ts', [location], join(folder, 'framework.log'))
    parts.defer(() => framework.stop())
    const bare = await startScript('limit-server.ts', [], join(folder, 'limit.log'))
    parts.defer(() => bare.stop())

    const look = (server: ServerProcess) =>
      loadServer(server, 'send-gets.ts', [SECONDS, '/api/allocations', list, size])
    const prepared = parts.move()
    return {
      contestants: [
        { name: 'Ferry', measure: () => look(ferry) },
        { name: 'obvious', measure: () => look(obvious) },
        { name: 'obvious, guarded', measure: () => look(guarded) },
        {
          name: 'static file',
          measure: () => loadServer(ferry, 'send-gets.ts', [SECONDS, `/assets/${asset}`]),
        },
        { name: 'Fastify alone', measure: () => look(framework) },
        { name: 'bare node:http', measure: () => look(bare) },
      ],
      targets: [
        { figure: 'requests/s', beside: 'static file', atLeast: 0.7 },
        { figure: 'requests/s', beside: 'obvious', atLeast: 2 },
        { figure: 'p99 ms', atMost: 20 },
      ],
      close: () => prepared.disposeAsync(),
    }
  },
}
