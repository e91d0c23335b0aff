import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { sumDecimals } from '#store/sum-decimals.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'

let paying: PayingPortal
beforeEach(async () => {
  paying = await startPayingPortal()
  await paying.configure('standalone')
})
afterEach(() => paying.close())

/** Copies the row with its seal, its number as bytes, which SQLite considers different from the same digits as a number. */
function copyRows(): void {
  const database = new SqliteDatabase(join(paying.ferry.folder, 'data', 'ferry.sqlite'), { timeout: 10_000 })
  sumDecimals.register(database)
  const names = (database.pragma('table_info(transfer)') as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== 'id')
  const values = names.map((name) => (name === 'row_number' ? 'cast(row_number as blob)' : name))
  database.exec(`insert into transfer (${names}) select ${values} from transfer`)
  database.close()
}

test('a row of a distribution is not paid once more as a copy whose number is bytes', {
  timeout: 60_000,
}, async () => {
  const recipient = freshSolanaAddress()
  const content = await buildXlsx({ rows: [[recipient, '1.5']] })
  const { distributionId } = (
    await paying.upload(endpoints.standaloneSender.upload, { name: 'p.xlsx', content })
  ).json()
  copyRows()
  await paying.call(endpoints.standaloneSender.start, { params: { distributionId } })
  const { runs } = paying.ferry.app.store
  await expect
    .poll(async () => (await runs.latest({ sender: 'standalone' }))?.finishedAtMs, { timeout: 30_000 })
    .toEqual(expect.any(Number))
  expect(await paying.balanceOf(recipient)).toBe(1_500_000_000n)
})
