import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readXlsxRows } from '#import-export/xlsx/read-xlsx-rows.ts'
import { DEFAULT_XLSX_LIMITS } from '#import-export/xlsx/xlsx-limits.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const THIEF = freshSolanaAddress()
const WORDS = 'changed outside of Ferry'

let ferry: TestPortal
beforeEach(async () => {
  ferry = await startPortal()
})
afterEach(() => ferry.close())

const get = async (path: string) =>
  ferry.server.inject({ url: `/api/admin/${path}`, headers: await ferry.adminHeaders() })

test('a claim whose address was exchanged in the database is exported without it: exports are paid from by hand', async () => {
  const [changed, kept] = [sampleClaim(), sampleClaim({ solAddress: freshSolanaAddress() })]
  await addClaims(ferry.app, [changed, kept])
  const database = new SqliteDatabase(join(ferry.folder, 'data', 'ferry.sqlite'), { timeout: 10_000 })
  database.prepare('update claim set sol_address = ? where id = ?').run(THIEF, changed.id)
  database.close()

  const csv = (await get('export.csv')).body
  expect(csv).not.toContain(THIEF)
  expect(csv).toContain(`${changed.evmAddress},${WORDS},${WORDS},`)
  expect(csv).toContain(`${kept.evmAddress},${kept.solAddress},${kept.amountUA},`)

  const rows: string[][] = []
  const { rawPayload } = await get('export-submitted.xlsx')
  for await (const page of readXlsxRows(rawPayload, 6, DEFAULT_XLSX_LIMITS)) {
    for (const { cells } of page)
      rows.push([...cells.values()].map((cell) => ('text' in cell ? cell.text : '')))
  }
  expect(rows.find(([address]) => address === changed.evmAddress)?.slice(1, 3)).toEqual([WORDS, WORDS])
  expect(rows.find(([address]) => address === kept.evmAddress)?.[1]).toBe(kept.solAddress)
})
