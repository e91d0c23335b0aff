import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { landedWithMemo } from '../harness/chain-state.ts'
import { expectSettled, expectWords } from '../harness/expect-settled.ts'
import { takeOverWhenBehind } from '../harness/records-behind.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { watchWords } from '../harness/watch-words.ts'

const CLAIMANTS = 50

let bed: ServerBed
let backup: string
beforeEach(async () => {
  bed = await prepareServerBed({ claimants: CLAIMANTS })
  backup = join(bed.environment.folder, 'backup')
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
})
afterEach(() => bed.close())

/** SQLite's own backup, taken while the server runs. */
async function copyLive(): Promise<void> {
  const source = new SqliteDatabase(join(bed.dataFolder, 'ferry.sqlite'), { readonly: true })
  cpSync(bed.dataFolder, backup, { recursive: true, filter: (path) => !/sqlite/.test(path) })
  await source.backup(join(backup, 'ferry.sqlite'))
  source.close()
}

function putBack(): void {
  rmSync(bed.dataFolder, { recursive: true })
  cpSync(backup, bed.dataFolder, { recursive: true })
}

async function untilLanded(transactions: number): Promise<void> {
  const landed = () => landedWithMemo(bed.localnet, bed.sourceTokenAccount).length
  await expect.poll(landed, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(transactions)
}

test('the folder from before a run restored: Start pays nobody, and the payments are taken over', {
  timeout: 180_000,
}, async () => {
  await bed.stop()
  cpSync(bed.dataFolder, backup, { recursive: true })
  await bed.start()
  await bed.untilPaid()
  await bed.stop()
  putBack()

  await bed.start()
  const words = watchWords(bed)
  const refused = await bed.call(endpoints.bulkSender.start)
  if (refused.status !== 200) expect(refused.body).toMatchObject({ code: 'records_behind_chain' })
  expect(await takeOverWhenBehind(bed)).toEqual({
    payments: CLAIMANTS,
    amountUA: bed.owedUA,
    claims: CLAIMANTS,
  })
  await bed.untilPaid()
  await expectSettled(bed)
  expect(await bed.call(endpoints.public.ready)).toMatchObject({ status: 200 })
  await expectWords(words)
})

test('an online backup from the middle of a run restored after it: the resumed run pays nobody', {
  timeout: 180_000,
}, async () => {
  await bed.do(endpoints.bulkSender.start)
  await untilLanded(4)
  await copyLive()
  await bed.untilPaid()
  await bed.kill()
  putBack()

  await bed.start()
  const words = watchWords(bed)
  const taken = await takeOverWhenBehind(bed)
  expect(taken.payments).toBeGreaterThan(0)
  expect(taken.claims).toBe(taken.payments)
  await bed.untilPaid()
  await expectSettled(bed)
  await expectWords(words)
})

test('an online backup restored in the middle of its run: paid claims are taken over, and the rest is paid', {
  timeout: 180_000,
}, async () => {
  await bed.do(endpoints.bulkSender.start)
  await untilLanded(3)
  await copyLive()
  await untilLanded(6)
  await bed.kill()
  putBack()

  await bed.start()
  const words = watchWords(bed)
  const taken = await takeOverWhenBehind(bed)
  expect(taken.payments).toBeGreaterThan(0)
  await bed.untilPaid()
  await expectSettled(bed)
  await expectWords(words)
})
