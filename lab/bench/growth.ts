import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { endpoints } from '#api-schema/endpoints.ts'
import { openDatabase } from '#store/database.ts'
import type { Benchmark, Figures } from './benchmark.ts'
import { fillStore } from './fill-store.ts'
import { benchFolder } from './load/bench-folder.ts'
import { HOLDERS_WITH_KEYS, holderList } from './load/holders.ts'
import { openPanel } from './load/open-panel.ts'
import { type ServerProcess, startFerry } from './load/own-process.ts'
import { runLoad } from './load/run-load.ts'

const SMALL = 10_000
const SECONDS = 2
const CLAIMS_A_ROUND = 1_000
const OVERVIEWS = 20

/** A portal of some size: one with a list that is claimed from, one with that many claims on record. */
interface Portals {
  size: number
  list: string
  claiming: ServerProcess
  claimed: ServerProcess
}

/** What one item costs in a small migration and in a large one. */
export const growth: Benchmark = {
  name: 'growth',
  about: 'the cost of one item, among ten thousand and among the size',
  rounds: 3,

  async prepare({ size = 1_000_000, tell }) {
    await using parts = new AsyncDisposableStack()
    const folder = await benchFolder(parts)
    const open = async (name: string, count: number): Promise<Portals> => {
      tell(`${name}: ${count} holders, and ${count} claims`)
      const list = await holderList(count)
      const home = join(folder, name)
      const claiming = await startFerry(await made(home), { ALLOCATIONS_FILE: list, ...QUIET })
      parts.defer(() => claiming.stop())
      const claimed = await startFerry(await filled(`${home}-claimed`, count), QUIET)
      parts.defer(() => claimed.stop())
      return { size: count, list, claiming, claimed }
    }
    const small = await open('small', SMALL)
    const large = await open('large', size)
    let imports = 0
    const importInto = async (list: string) => {
      const server = await startFerry(await made(join(folder, `import${++imports}`)), QUIET)
      const panel = await openPanel(server.port)
      const startedMs = performance.now()
      await panel.uploadList(await openAsBlob(list))
      const ms = performance.now() - startedMs
      await server.stop()
      return ms
    }
    const measureOf = (portals: Portals) => {
      const claim = claimsOf(portals)
      return async () => ({
        ...(await lookUp(portals)),
        ...(await claim()),
        'µs a row imported': ((await importInto(portals.list)) * 1000) / portals.size,
        'ms an overview': await overview(portals.claimed),
      })
    }
    const prepared = parts.move()
    return {
      contestants: [
        { name: 'small', measure: measureOf(small) },
        { name: 'Ferry', measure: measureOf(large) },
      ],
      targets: ['µs a look-up', 'µs a claim', 'µs a row imported', 'ms an overview'].map((figure) => ({
        figure,
        beside: 'small',
        atMost: 1.5,
      })),
      close: () => prepared.disposeAsync(),
    }
  },
}

const QUIET = { SOLANA_RPC_URL: 'http://127.0.0.1:1' }

async function made(folder: string): Promise<string> {
  await mkdir(folder)
  return folder
}

/** Fills a store with as many claims as holders. */
async function filled(folder: string, count: number): Promise<string> {
  const location = join(await made(folder), 'data', 'ferry.sqlite')
  await mkdir(dirname(location), { mode: 0o700 })
  const database = await openDatabase(location)
  await fillStore(database, count, () => undefined)
  await database.close()
  return folder
}

async function lookUp({ claiming, list, size }: Portals): Promise<Figures> {
  const figures = await runLoad('send-gets.ts', [claiming.port, SECONDS, '/api/allocations', list, size])
  return { 'µs a look-up': 1e6 / (figures['requests/s'] ?? Number.NaN) }
}

function claimsOf({ claiming, size }: Portals): () => Promise<Figures> {
  let from = 0
  return async () => {
    if (from + CLAIMS_A_ROUND > Math.min(size, HOLDERS_WITH_KEYS)) throw new Error('Every holder has claimed')
    const figures = await runLoad('send-claims.ts', [claiming.port, from, CLAIMS_A_ROUND, SECONDS])
    from += CLAIMS_A_ROUND
    return { 'µs a claim': 1e6 / (figures['claims/s'] ?? Number.NaN) }
  }
}

/** The requests of the panel's overview, the median of some. */
async function overview({ port }: ServerProcess): Promise<number> {
  const { client } = await openPanel(port)
  const times: number[] = []
  for (let n = 0; n < OVERVIEWS; n += 1) {
    const startedMs = performance.now()
    await client.send(endpoints.admin.stats)
    await client.send(endpoints.admin.addressAnalysis)
    await client.send(endpoints.admin.claims, { query: { sort: 'newest' } })
    times.push(performance.now() - startedMs)
  }
  return times.sort((a, b) => a - b)[OVERVIEWS / 2] ?? Number.NaN
}
