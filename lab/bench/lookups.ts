import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import SqliteDatabase from 'better-sqlite3'
import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import type { Benchmark } from './benchmark.ts'
import { holderList } from './holders.ts'
import { loadServer, type ServerProcess, startFerry, startScript } from './processes.ts'

const SECONDS = 3

/** 0.65 of 1.85: the look-ups of the framework with one read by key, and nothing else, beside the obvious server. See decision 024. */
const OF_THE_LIMIT = 1.2

const ASSETS = join(import.meta.dirname, '../../dist/assets')

/** Look-ups of allocations with the limit on requests at work, beside the obvious server and beside a static file of Ferry's own. */
export const lookups: Benchmark = {
  about: 'allocations looked up from 128 connections, limited by visitor',
  rounds: 5,
  size: 1_000_000,

  async prepare({ size, folder, parts, tell }) {
    if (!existsSync(ASSETS))
      throw new Error('Run "npm run build" first: the static limit is a file of the page')
    const asset = (await readdir(ASSETS)).find((name) => name.startsWith('boat-') && name.endsWith('.svg'))
    tell(`a list of ${size} holders`)
    const list = await holderList(size)
    tell('Ferry: its list')
    const ferry = parts.use(await startFerry(folder, { ALLOCATIONS_FILE: list }))
    tell('obvious: its list')
    const database = join(folder, 'obvious.sqlite')
    await fillObvious(database, list)
    const start = async (script: string, args: string[], log: string) =>
      parts.use(await startScript(script, args, join(folder, log)))
    const obvious = await start('obvious/server.ts', [database], 'obvious.log')
    const bare = await start('limit-server.ts', [], 'limit.log')

    const look = (server: ServerProcess) => () =>
      loadServer(server, 'load/send-gets.ts', [SECONDS, '/api/allocations', list, size])
    const getAsset = () => loadServer(ferry, 'load/send-gets.ts', [SECONDS, `/assets/${asset}`])
    return {
      contestants: [
        { name: 'Ferry', measure: look(ferry) },
        { name: 'obvious', measure: look(obvious) },
        { name: 'static file', measure: getAsset },
        { name: 'bare node:http', measure: look(bare) },
      ],
      targets: [
        { figure: 'requests/s', beside: 'static file', atLeast: 0.7 },
        { figure: 'requests/s', beside: 'obvious', atLeast: OF_THE_LIMIT },
        { figure: 'p99 ms', atMost: 20 },
      ],
    }
  },
}

/** Puts a holder list into the database of the obvious server, or of the one that is the limit. */
export async function fillObvious(path: string, list: string): Promise<void> {
  const database = new SqliteDatabase(path)
  database.exec(
    'create table allocation (address text primary key, amount_wei text, amount_ua text) without rowid',
  )
  const insert = database.prepare('insert into allocation values (?, ?, ?)')
  database.exec('begin')
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const [address = '', wei = ''] = line.split(',')
    if (address.startsWith('0x')) insert.run(address, wei, formatDecimalUnits(BigInt(wei) as Wei, 18))
  }
  database.exec('commit')
  database.close()
}
