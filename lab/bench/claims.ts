import { join } from 'node:path'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import type { Benchmark, Contestant } from './benchmark.ts'
import { HOLDERS_WITH_KEYS, holderList } from './holders.ts'
import { fillObvious } from './lookups.ts'
import { loadServer, type ServerProcess, startFerry, startScript } from './processes.ts'

const SECONDS = 3

/** The warming up and so many rounds have holders that have not claimed. */
const MOST_ROUNDS = 6

/** The most that a server is thought to take in a second: so many claims are signed. */
const MOST_A_SECOND = 9_000

/**
 * 0.65 of 8.9: the claims, as a multiple of the obvious server's, of one that does for each what none may leave out (a durable insert,
 * tallies, look-ups, seals, a signed receipt) and nothing else. See decision 024.
 */
const OF_THE_LIMIT = 5.8

/** Durable claims a second. Load and server share the machine. */
export const claims: Benchmark = {
  about: 'claims with real signatures, durable before the answer, from 128 connections',
  rounds: 5,
  size: 1_000_000,

  async prepare({ size, folder, parts, tell }) {
    tell(`a list of ${size} holders`)
    const list = await holderList(size)
    const contestants: Contestant[] = []
    const add = (name: string, server: ServerProcess) =>
      contestants.push({ name, measure: claimsOf(parts.use(server), size) })

    const postgres = await startPostgres()
    parts.defer(() => postgres.stop())
    for (const [name, env] of [
      ['Ferry', {}],
      ['Ferry, PostgreSQL', { DATABASE_URL: await postgres.createDatabase() }],
    ] as const) {
      tell(`${name}: its list`)
      add(name, await startFerry(join(folder, name), { ALLOCATIONS_FILE: list, ...env }))
    }
    for (const [name, script] of [
      ['obvious', 'obvious/server.ts'],
      ['limit', 'limit-server.ts'],
    ] as const) {
      tell(`${name}: its list`)
      const database = join(folder, `${name}.sqlite`)
      await fillObvious(database, list)
      add(name, await startScript(script, [database], join(folder, `${name}.log`)))
    }
    return {
      contestants,
      targets: [
        { figure: 'claims/s', beside: 'obvious', atLeast: OF_THE_LIMIT },
        { figure: 'p99 ms', beside: 'obvious', besideFigure: 'p50 ms', atMost: 1 },
      ],
    }
  },
}

function claimsOf(server: ServerProcess, size: number): Contestant['measure'] {
  const holders = Math.min(size, HOLDERS_WITH_KEYS)
  const count = Math.min(MOST_A_SECOND * SECONDS, Math.floor(holders / (MOST_ROUNDS + 1)))
  let from = 0
  return () => {
    const figures = loadServer(server, 'load/send-claims.ts', [from, count, SECONDS])
    from += count
    return figures
  }
}
