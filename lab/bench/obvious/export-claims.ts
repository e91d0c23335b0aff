import { stat } from 'node:fs/promises'
import SqliteDatabase from 'better-sqlite3'
import exceljs from 'exceljs'
import { printFigures } from '../measure-script.ts'

/** Writes all claims as a workbook with exceljs, row by row from the database. */
const [database = '', rowCount = '0', path = ''] = process.argv.slice(2)

interface Claim {
  id: string
  evm_address: string
  sol_address: string
  amount_ua: string
  status: string
  submitted_at_ms: number
  sol_tx: string | null
}

const start = performance.now()
const db = new SqliteDatabase(database, { readonly: true })
const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true })
const sheet = workbook.addWorksheet('Submitted', { views: [{ state: 'frozen', ySplit: 1 }] })
sheet.columns = [
  { header: 'EVM Address', key: 'address', width: 46 },
  { header: 'Solana Address', key: 'solana', width: 48 },
  { header: 'Amount', key: 'amount', width: 26 },
  { header: 'Status', key: 'status', width: 12 },
  { header: 'Submitted (UTC)', key: 'submitted', width: 20, style: { numFmt: 'yyyy-mm-dd hh:mm:ss' } },
  { header: 'Transaction', key: 'transaction', width: 92 },
  { header: 'Exact Amount', key: 'exact', width: 30 },
  { header: 'Claim', key: 'id', width: 24 },
]
for (const claim of db.prepare<[], Claim>('select * from claim order by seq').iterate()) {
  sheet
    .addRow({
      address: claim.evm_address,
      solana: claim.sol_address,
      amount: Number(claim.amount_ua),
      status: claim.status,
      submitted: new Date(claim.submitted_at_ms),
      transaction: claim.sol_tx ?? '',
      exact: claim.amount_ua,
      id: claim.id,
    })
    .commit()
}
sheet.commit()
await workbook.commit()
db.close()
const seconds = (performance.now() - start) / 1000
printFigures({ 'rows/s': Number(rowCount) / seconds, seconds, 'file MB': (await stat(path)).size / 1e6 })
