import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark, Figures, Target } from './benchmark.ts'
import { addressOf } from './fill-store.ts'
import { holderList, type ListFormat } from './holders.ts'
import { at } from './load/fire.ts'
import { measureScript } from './measure-script.ts'
import { openPanel, SERVERS_NODE_ARGS, startFerry, uploadList } from './processes.ts'

/** So many lookups are sent each second, whether the one before was answered or not. */
const LOOKUPS_PER_SECOND = 100

const REST_MS = 8_000

const TARGETS: Target[] = [
  { figure: 'rows/s', beside: 'parser alone', atLeast: 0.4 },
  { figure: 'peak MB', atMost: 400 },
  { figure: 'peak MB', of: 'Ferry, served', atMost: 400 },
  { figure: 'MB at rest', of: 'Ferry, served', atMost: 250 },
]

/** Measures a holder list from its file until it is in force, in one format. */
export function importOf(format: ListFormat): Benchmark {
  return {
    about: `a holder list from ${format.toUpperCase()} until it is in force, on SQLite`,
    rounds: 2,
    size: 1_000_000,
    async prepare({ size, folder, tell }) {
      tell(`writing ${size.toLocaleString('en-US')} rows`)
      const list = await holderList(size, format)
      const database = join(folder, 'obvious.sqlite')
      const obvious = async () => {
        await rm(database, { force: true })
        return measureScript('obvious/import-list.ts', [format, list, database])
      }
      let served = 0
      return {
        contestants: [
          {
            name: 'Ferry',
            measure: () => measureScript('import-with-ferry.ts', [list, size], SERVERS_NODE_ARGS),
          },
          { name: 'Ferry, served', measure: () => serve(join(folder, `served${++served}`), list, size) },
          { name: 'obvious', measure: obvious },
          { name: 'parser alone', measure: () => measureScript('parse-alone.ts', [format, list, size]) },
        ],
        targets: [
          ...TARGETS,
          ...(format === 'xlsx' ? [{ figure: 'rows/s', beside: 'obvious', atLeast: 2 }] : []),
        ],
      }
    },
  }
}

/** Uploads a holder list to a real server while others look up their allocations. */
async function serve(folder: string, list: string, rowCount: number): Promise<Figures> {
  await using server = await startFerry(folder)
  const panel = await openPanel(server)
  const before = server.residentMb()
  const sent: Promise<number>[] = []
  const timer = setInterval(() => sent.push(lookUp(server.port, sent.length)), 1000 / LOOKUPS_PER_SECOND)
  const seconds = await uploadList(panel, list)
  clearInterval(timer)
  const times = await Promise.all(sent)
  await delay(REST_MS)
  return {
    'rows/s': rowCount / seconds,
    seconds,
    'peak MB': server.peakMb(),
    'MB at rest': server.residentMb(),
    'MB before': before,
    'lookup p50 ms': at(0.5, times),
    'lookup p99 ms': at(0.99, times),
    'lookup most ms': at(1, times),
  }
}

/** Looks an address up, each from a client of its own: one alone may not send as many. */
async function lookUp(port: number, n: number): Promise<number> {
  const startedMs = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/allocations?eth=${addressOf(n)}`, {
    headers: { 'x-forwarded-for': `10.1.${(n >> 8) & 255}.${n & 255}` },
  })
  await response.text()
  if (!response.ok) throw new Error(`A lookup was answered with ${response.status}`)
  return performance.now() - startedMs
}
