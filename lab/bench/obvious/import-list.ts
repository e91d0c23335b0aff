import { readFileSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import exceljs from 'exceljs'
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

function insertAll(holders: readonly Holder[]): void {
  const db = new SqliteDatabase(database)
  db.exec('create table allocation (address text primary key, amount_wei text not null)')
  const insert = db.prepare('insert into allocation values (?, ?)')
  db.transaction(() => {
    for (const { address, amountWei } of holders) {
      if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new Error(`${address} is no address`)
      insert.run(address.toLowerCase(), BigInt(amountWei).toString())
    }
  })()
  db.close()
}

const startedMs = performance.now()
const holders = await read()
insertAll(holders)
const seconds = (performance.now() - startedMs) / 1000
printFigures({ 'rows/s': holders.length / seconds, seconds })
