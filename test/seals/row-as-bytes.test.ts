import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { alterStore, readRows } from '../harness/alter-store.ts'
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
  const { databaseFile } = paying.ferry
  const names = readRows<{ name: string }>(databaseFile, 'pragma table_info(transfer)')
    .map(({ name }) => name)
    .filter((name) => name !== 'id')
  const values = names.map((name) => (name === 'row_number' ? 'cast(row_number as blob)' : name))
  alterStore(databaseFile, `insert into transfer (${names}) select ${values} from transfer`)
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
