import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import type { Benchmark, Contestant } from './benchmark.ts'
import { holderList } from './holders.ts'
import { measureScript } from './measure-script.ts'
import { type ServerProcess, startFerry } from './processes.ts'

/** Ten thousand in a minute; a smaller crowd comes at the same pace, and sooner ends. */
const PEOPLE_A_SECOND = 10_000 / 60

/** The holder list is larger than the crowd. */
const HOLDERS_OF_ONE_PERSON = 10

/** The hour at which claims open: everybody comes within a minute, and nobody is told to come again. */
export const crowd: Benchmark = {
  about: 'people in a minute: page, portal, look-up, destination, claim, and the status until they leave',
  rounds: 1,
  size: 10_000,

  async prepare({ size: people, folder, parts, tell }) {
    if (!existsSync(join(import.meta.dirname, '../../dist/index.html')))
      throw new Error('Run "npm run build" first: people come for the page')
    tell('a list of holders')
    const list = await holderList(people * HOLDERS_OF_ONE_PERSON)
    const postgres = await startPostgres()
    parts.defer(() => postgres.stop())
    const DATABASE_URL = await postgres.createDatabase()
    const start = async (name: string, env: Record<string, string>) => {
      tell(`server ${name}`)
      return parts.use(await startFerry(join(folder, name), { ALLOCATIONS_FILE: list, ...env }))
    }
    const one = await start('one', {})
    const three: ServerProcess[] = []
    for (const name of ['first', 'second', 'third']) three.push(await start(name, { DATABASE_URL }))
    return {
      contestants: [
        { name: 'Ferry', measure: comeTo([one], people) },
        { name: 'three servers', measure: comeTo(three, people) },
      ],
      targets: ['Ferry', 'three servers'].flatMap((of) => [
        { figure: 'errors', of, atMost: 0 },
        { figure: 'claim p99 ms', of, atMost: 500 },
      ]),
    }
  },
}

function comeTo(servers: readonly ServerProcess[], people: number): Contestant['measure'] {
  const ports = servers.map(({ port }) => port).join(',')
  let from = 0
  return async () => {
    // The round that is not counted needs no minute.
    const come = from === 0 ? Math.ceil(people / 20) : people
    const figures = await measureScript('load/send-crowd.ts', [ports, from, come, come / PEOPLE_A_SECOND])
    from += come
    return { ...figures, 'MB of a server': Math.max(...servers.map((server) => server.residentMb())) }
  }
}
