import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import type { Benchmark, Figures } from './benchmark.ts'
import { benchFolder } from './load/bench-folder.ts'
import { holderList } from './load/holders.ts'
import { type ServerProcess, startFerry } from './load/own-process.ts'
import { runLoad } from './load/run-load.ts'

/** Ten thousand in a minute; a smaller crowd comes at the same pace, and sooner ends. */
const PEOPLE_A_SECOND = 10_000 / 60
const SERVERS_ON_POSTGRES = 3

/** The holder list is larger than the crowd. */
const HOLDERS_OF_ONE_PERSON = 10

/** The hour at which claims open: everybody comes within a minute, and nobody is told to come again. */
export const crowd: Benchmark = {
  name: 'crowd',
  about: 'people in a minute: page, portal, look-up, destination, claim, and the status until they leave',
  rounds: 1,

  async prepare({ size: people = 10_000, tell }) {
    await using parts = new AsyncDisposableStack()
    const folder = await benchFolder(parts)
    if (!existsSync(fileURLToPath(new URL('../../dist/index.html', import.meta.url))))
      throw new Error('Run "npm run build" first: people come for the page')
    tell('a list of holders')
    const list = await holderList(people * HOLDERS_OF_ONE_PERSON)
    const start = async (name: string, env: Record<string, string>) => {
      const home = join(folder, name)
      await mkdir(home)
      const server = await startFerry(home, {
        SOLANA_RPC_URL: 'http://127.0.0.1:1',
        ALLOCATIONS_FILE: list,
        ...env,
      })
      parts.defer(() => server.stop())
      return server
    }

    tell('one server')
    const one = await start('one', {})
    tell('three servers on PostgreSQL')
    const postgres = await startPostgres()
    parts.defer(() => postgres.stop())
    const env = { DATABASE_URL: await postgres.createDatabase() }
    const three: ServerProcess[] = []
    for (let n = 0; n < SERVERS_ON_POSTGRES; n += 1) three.push(await start(`three${n}`, env))

    const comeTo = (servers: readonly ServerProcess[]) => {
      let from = 0
      return async (): Promise<Figures> => {
        // The round that is not counted needs no minute.
        const come = from === 0 ? Math.ceil(people / 20) : people
        const seconds = come / PEOPLE_A_SECOND
        const ports = servers.map(({ port }) => port).join(',')
        const figures = await runLoad('send-crowd.ts', [ports, from, come, seconds])
        from += come
        return { ...figures, 'MB of a server': Math.max(...servers.map((server) => server.residentMb())) }
      }
    }
    const prepared = parts.move()
    return {
      contestants: [
        { name: 'Ferry', measure: comeTo([one]) },
        { name: 'three servers', measure: comeTo(three) },
      ],
      targets: ['Ferry', 'three servers'].flatMap((of) => [
        { figure: 'errors', of, atMost: 0 },
        { figure: 'claim p99 ms', of, atMost: 500 },
      ]),
      close: () => prepared.disposeAsync(),
    }
  },
}
