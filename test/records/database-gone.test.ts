import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { expectSettled } from '../harness/expect-settled.ts'
import { takeOverWhenBehind } from '../harness/records-behind.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'

const CLAIMANTS = 10

let bed: ServerBed
beforeEach(async () => {
  bed = await prepareServerBed({ claimants: CLAIMANTS })
  await bed.claimAll()
  expect((await bed.configure()).status).toBe(200)
  await bed.untilPaid()
  await bed.stop()
  for (const end of ['', '-wal', '-shm']) rmSync(join(bed.dataFolder, `ferry.sqlite${end}`), { force: true })
  await bed.start()
})
afterEach(() => bed.close())

test('the database is gone, and everyone claims again: nobody is paid again', {
  timeout: 120_000,
}, async () => {
  await bed.claimAll()
  expect((await bed.configure()).status).toBe(200)
  const refused = await bed.call(endpoints.bulkSender.start)
  if (refused.status !== 200) expect(refused.body).toMatchObject({ code: 'records_behind_chain' })
  expect(await takeOverWhenBehind(bed)).toEqual({
    payments: CLAIMANTS,
    amountUA: bed.owedUA,
    claims: CLAIMANTS,
  })
  await bed.untilPaid()
  await expectSettled(bed)
})

test('payments taken over before anyone claims again settle the new claims all the same', {
  timeout: 120_000,
}, async () => {
  expect((await bed.configure()).status).toBe(200)
  await expect
    .poll(() => bed.call(endpoints.bulkSender.takeOver), { timeout: 30_000, interval: 1000 })
    .toMatchObject({ status: 200, body: { payments: CLAIMANTS, amountUA: bed.owedUA, claims: 0 } })
  for (const holder of bed.migration.holders) await bed.claim(holder)
  for (let presses = 0; presses < 10; presses += 1) {
    await bed.call(endpoints.bulkSender.start)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
  expect((await bed.dues()).filter(({ owed, onChain }) => onChain !== owed)).toEqual([])
})
