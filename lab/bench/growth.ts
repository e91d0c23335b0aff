import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '#api-schema/endpoints.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { type Benchmark, type Figures, median } from './benchmark.ts'
import { fillStore } from './fill-store.ts'
import { HOLDERS_WITH_KEYS, holderList } from './holders.ts'
import { measureScript } from './measure-script.ts'
import { openPanel, type ServerProcess, startFerry, uploadList } from './processes.ts'

const SMALL = 10_000
const SECONDS = 2
const CLAIMS_A_ROUND = 1_000
const OVERVIEWS = 21

/** What one item costs in a small migration and in a large one. */
export const growth: Benchmark = {
  about: 'the cost of one item, among ten thousand and among the size',
  rounds: 3,
  size: 1_000_000,

  async prepare({ size, folder, parts, tell }) {
    const portals = async (name: string, count: number) => {
      tell(`${name}: ${count} holders, and ${count} claims`)
      const list = await holderList(count)
      const claiming = parts.use(await startFerry(join(folder, name), { ALLOCATIONS_FILE: list }))
      const claimed = parts.use(await startFerry(await filled(join(folder, `${name}-claimed`), count)))
      const getArgs = [claiming.port, SECONDS, '/api/allocations', list, count]
      let rounds = 0
      return async (): Promise<Figures> => {
        const from = CLAIMS_A_ROUND * rounds++
        if (from + CLAIMS_A_ROUND > Math.min(count, HOLDERS_WITH_KEYS)) throw new Error('All have claimed')
        const got = await measureScript('load/send-gets.ts', getArgs)
        const claimArgs = [claiming.port, from, CLAIMS_A_ROUND, SECONDS]
        const took = await measureScript('load/send-claims.ts', claimArgs)
        await using importing = await startFerry(join(folder, `${name}-import${rounds}`))
        const importSeconds = await uploadList(await openPanel(importing), list)
        return {
          'µs a look-up': 1e6 / (got['requests/s'] ?? Number.NaN),
          'µs a claim': 1e6 / (took['claims/s'] ?? Number.NaN),
          'µs a row imported': (importSeconds * 1e6) / count,
          'ms an overview': await overview(claimed),
        }
      }
    }
    return {
      contestants: [
        { name: 'small', measure: await portals('small', SMALL) },
        { name: 'Ferry', measure: await portals('large', size) },
      ],
      targets: ['µs a look-up', 'µs a claim', 'µs a row imported', 'ms an overview'].map((figure) => ({
        figure,
        beside: 'small',
        atMost: 1.5,
      })),
    }
  },
}

/** Fills a store with as many claims as holders. */
async function filled(folder: string, count: number): Promise<string> {
  await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })
  const database = await openDatabase(join(folder, 'data', 'ferry.sqlite'))
  await fillStore(database, count, () => undefined)
  await database.close()
  return folder
}

/** The requests of the panel's overview, the median of some. */
async function overview(server: ServerProcess): Promise<number> {
  const panel = await openPanel(server)
  const times: number[] = []
  for (let n = 0; n < OVERVIEWS; n += 1) {
    const startedMs = performance.now()
    await panel.send(endpoints.admin.stats)
    await panel.send(endpoints.admin.addressAnalysis)
    await panel.send(endpoints.admin.claims, { query: { sort: 'newest' } })
    times.push(performance.now() - startedMs)
  }
  return median(times)
}
