import { readFileSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import exceljs from 'exceljs'
import pg from 'pg'
import { printFigures } from '../measure-script.ts'

/** Puts a holder list into a database as one would at first: the whole file in memory, then one INSERT a row in one transaction. */
const [format = 'csv', path = '', database = ''] = process.argv.slice(2)

interface Holder {
  address: string
  amountWei: string
}

async function read(): Promise<Holder[]> {
  if (format === 'csv') return parse(readFileSync(path), { columns: true })
  if (format === 'json') return JSON.parse(readFileSync(path, 'utf8'))
  const holders: Holder[] = []
  for await (const sheet of new exceljs.stream.xlsx.WorkbookReader(path, {})) {
    for await (const row of sheet) {
      if (row.number === 1) continue
      holders.push({ address: row.getCell(1).text, amountWei: row.getCell(2).text })
    }
  }
  return holders
}

const TABLE = 'create table allocation (address text primary key, amount_wei text not null)'

function insertIntoSqlite(holders: readonly Holder[]): void {
  const db = new SqliteDatabase(database)
  db.pragma('journal_mode = WAL')
  db.exec(TABLE)
  const insert = db.prepare('insert into allocation values (?, ?)')
  db.transaction(() => {
    for (const { address, amountWei } of holders) insert.run(...checked(address, amountWei))
  })()
  db.close()
}

async function insertIntoPostgres(holders: readonly Holder[]): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  await client.query(TABLE)
  await client.query('begin')
  for (const { address, amountWei } of holders) {
    await client.query('insert into allocation values ($1, $2)', checked(address, amountWei))
  }
  await client.query('commit')
  await client.end()
}

function checked(address: string, amountWei: string): [string, string] {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new Error(`${address} is no address`)
  return [address.toLowerCase(), BigInt(amountWei).toString()]
}

const start = performance.now()
const holders = await read()
const readSeconds = (performance.now() - start) / 1000
if (database.startsWith('postgres')) await insertIntoPostgres(holders)
else insertIntoSqlite(holders)
const seconds = (performance.now() - start) / 1000
printFigures({ 'rows/s': holders.length / seconds, seconds, 'reading s': readSeconds })
