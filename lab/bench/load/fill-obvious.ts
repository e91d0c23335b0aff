import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'

const TABLE = 'create table allocation (address text primary key, amount_wei text, amount_ua text)'
const ROWS_PER_STATEMENT = 10_000

type Row = [address: string, amountWei: string, amountUA: string]

/** Puts a holder list into the obvious server's database. */
export async function fillObvious(location: string, list: string): Promise<void> {
  if (location.startsWith('postgres')) await fillPostgres(location, list)
  else await fillSqlite(location, list)
}

async function fillSqlite(path: string, list: string): Promise<void> {
  const database = new SqliteDatabase(path)
  database.exec(`${TABLE} without rowid`)
  const insert = database.prepare('insert into allocation values (?, ?, ?)')
  const insertAll = database.transaction((rows: readonly Row[]) => {
    for (const row of rows) insert.run(...row)
  })
  for await (const rows of rowsOf(list)) insertAll(rows)
  database.close()
}

async function fillPostgres(url: string, list: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(TABLE)
  for await (const rows of rowsOf(list)) {
    const columns = [0, 1, 2].map((column) => rows.map((row) => row[column]))
    await client.query(
      'insert into allocation select * from unnest($1::text[], $2::text[], $3::text[])',
      columns,
    )
  }
  await client.query('analyze allocation')
  await client.end()
}

async function* rowsOf(list: string): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const [address = '', wei = ''] = line.split(',')
    if (!address.startsWith('0x')) continue
    rows.push([address, wei, formatDecimalUnits(BigInt(wei) as Wei, 18)])
    if (rows.length < ROWS_PER_STATEMENT) continue
    yield rows
    rows = []
  }
  yield rows
}
