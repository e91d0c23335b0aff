import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import type { Benchmark, Contestant } from './benchmark.ts'
import { benchFolder } from './load/bench-folder.ts'
import { fillObvious } from './load/fill-obvious.ts'
import { HOLDERS_WITH_KEYS, holderList } from './load/holders.ts'
import { loadServer } from './load/load-server.ts'
import { type ServerProcess, startFerry, startScript } from './load/own-process.ts'

const SECONDS = 3

/** The warming up and so many rounds have holders that have not claimed. */
const MOST_ROUNDS = 6

/** The most that a server of a kind is thought to take in a second: so many claims are signed. */
const MOST_A_SECOND = { Ferry: 9_000, obvious: 1_000, limit: 9_000 } as const

/** Durable claims a second, beside the obvious server on the same database. Load and server share the machine. */
export const claims: Benchmark = {
  name: 'claims',
  about: 'claims with real signatures, durable before the answer, from 128 connections',
  rounds: 5,

  async prepare({ size = 1_000_000, tell }) {
    await using parts = new AsyncDisposableStack()
    const folder = await benchFolder(parts)
    tell(`a list of ${size} holders`)
    const list = await holderList(size)
    const postgres = await startPostgres()
    parts.defer(() => postgres.stop())

    const contestants: Contestant[] = []
    const add = (kind: keyof typeof MOST_A_SECOND, name: string, server: ServerProcess) => {
      parts.defer(() => server.stop())
      contestants.push({ name, measure: claimsOf(server, MOST_A_SECOND[kind] * SECONDS, size) })
    }

    for (const database of ['', ', PostgreSQL']) {
      const newLocation = (name: string) =>
        database === '' ? join(folder, `${name}.sqlite`) : postgres.createDatabase()
      tell(`Ferry${database}: its list`)
      const home = join(folder, `ferry${contestants.length}`)
      await mkdir(home)
      const env: Record<string, string> =
        database === '' ? {} : { DATABASE_URL: await postgres.createDatabase() }
      add('Ferry', `Ferry${database}`, await startFerry(home, { ALLOCATIONS_FILE: list, ...QUIET, ...env }))
      for (const [kind, script] of [
        ['obvious', '../obvious/server.ts'],
        ['limit', 'limit-server.ts'],
      ] as const) {
        tell(`${kind}${database}: its list`)
        const location = await newLocation(kind)
        await fillObvious(location, list)
        add(kind, `${kind}${database}`, await startScript(script, [location], join(folder, `${kind}.log`)))
      }
    }

    const prepared = parts.move()
    return {
      contestants,
      targets: [
        { figure: 'claims/s', beside: 'obvious', atLeast: 25 },
        { figure: 'p99 ms', beside: 'obvious', besideFigure: 'p50 ms', atMost: 1 },
        { figure: 'claims/s', of: 'Ferry, PostgreSQL', beside: 'obvious, PostgreSQL', atLeast: 15 },
      ],
      close: () => prepared.disposeAsync(),
    }
  },
}

/** No node of Solana is asked: an address on the curve is taken without, and the obvious server asks none. */
const QUIET = { SOLANA_RPC_URL: 'http://127.0.0.1:1' }

function claimsOf(server: ServerProcess, most: number, size: number): Contestant['measure'] {
  const count = Math.min(most, Math.floor(Math.min(size, HOLDERS_WITH_KEYS) / (MOST_ROUNDS + 1)))
  let from = 0
  return () => {
    const figures = loadServer(server, 'send-claims.ts', [from, count, SECONDS])
    from += count
    return figures
  }
}
