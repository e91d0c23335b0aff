import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#rehearsal/fresh-solana-address.ts'
import { sumDecimals } from '#store/sum-decimals.ts'
import { addClaims } from '../harness/add-claims.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

const OWED = 1_500_000_000n

let paying: PayingPortal
beforeEach(async () => {
  paying = await startPayingPortal()
  await paying.configure('bulk')
})
afterEach(() => paying.close())

const lastRun = async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0]

async function pay(): Promise<void> {
  const started = await paying.call(endpoints.bulkSender.start)
  expect(started.statusCode, started.body).toBe(200)
  await expect.poll(lastRun, { timeout: 60_000 }).toMatchObject({ finishedAt: expect.any(Number) })
}

function alter(...statements: string[]): void {
  const database = new SqliteDatabase(join(paying.ferry.folder, 'data', 'ferry.sqlite'), { timeout: 10_000 })
  sumDecimals.register(database)
  for (const statement of statements) database.exec(statement)
  database.close()
}

test('who puts paid payments back into the queue has nobody paid twice: they are held, with words', {
  timeout: 120_000,
}, async () => {
  const claims = Array.from({ length: 2 }, () => sampleClaim({ sol_address: freshSolanaAddress() }))
  await addClaims(paying.ferry.portal, claims)
  await pay()
  alter(
    "update claim set status = 'queued', sol_tx = null, settled_at_ms = null",
    "update transfer set state = 'queued', paid_tx = null, settled_at_ms = null",
  )
  await pay()
  for (const { sol_address } of claims) expect(await paying.balanceOf(sol_address)).toBe(OWED)
  const held = await paying.ferry.portal.store.holds.listUnsigned()
  expect(held.map(({ transfer }) => transfer.failure)).toEqual(
    claims.map(() => expect.stringMatching(/^It was paid before, by transaction \w{80}/)),
  )
})
