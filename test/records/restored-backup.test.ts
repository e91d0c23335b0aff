import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { alterStore } from '../harness/alter-store.ts'
import { landedWithMemo } from '../harness/chain-state.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { expectSettled, expectWords, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { prepareServerBed, takeOverWhenBehind } from '../harness/server-bed.ts'
import { watchWords } from '../harness/watch-words.ts'

describe('restored backup', () => {
  const CLAIMANTS = 50
  let backup: string
  const bed = forEachTest(() => prepareServerBed({ claimants: CLAIMANTS }))
  beforeEach(async () => {
    backup = join(bed.environment.folder, 'backup')
    await bed.claimAll()
    expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  })

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
})

describe('database gone', () => {
  const CLAIMANTS = 10
  const bed = forEachTest(() => prepareServerBed({ claimants: CLAIMANTS }))
  beforeEach(async () => {
    await bed.claimAll()
    expect((await bed.configure()).status).toBe(200)
    await bed.untilPaid()
    await bed.stop()
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(bed.dataFolder, `ferry.sqlite${end}`), { force: true })
    await bed.start()
  })

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
})

describe('queued again', () => {
  const OWED = 1_500_000_000n

  let claims: NewClaim[]
  const paying = forEachTest(startPayingPortal)
  beforeEach(async () => {
    await paying.configure('bulk')
    claims = Array.from({ length: 2 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
    await addClaims(paying.ferry.app, claims)
    expect((await paying.call(endpoints.bulkSender.start)).statusCode).toBe(200)
    await expect.poll(lastRun, { timeout: 60_000 }).toMatchObject({ finishedAt: expect.any(Number) })
    alterStore(
      paying.ferry.databaseFile,
      "update claim set status = 'queued', sol_tx = null, settled_at_ms = null",
      "update transfer set state = 'queued', paid_tx = null, settled_at_ms = null",
    )
  })

  const lastRun = async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0]

  test('paid payments put back into the queue are not paid twice: the records lack what the chain shows', {
    timeout: 120_000,
  }, async () => {
    expect((await paying.call(endpoints.bulkSender.start)).json()).toMatchObject({
      code: 'records_behind_chain',
    })
    expect((await paying.call(endpoints.bulkSender.takeOver)).json()).toMatchObject({ claims: 2 })
    for (const { solAddress } of claims) expect(await paying.balanceOf(solAddress)).toBe(OWED)
  })

  test('paid payments put back while a run pays are not signed again, with a reason', {
    timeout: 120_000,
  }, async () => {
    const { store, signers, seals } = paying.ferry.app
    const queued = await store.journal.nextTransfers((await store.runs.latest())?.id ?? 0, 9)
    const { check } = createPaymentAuthorization({ store, signers, seals })
    const token = {
      mintAddress: paying.mint,
      mintDecimals: 9,
      genesisHash: paying.localnet.genesisHash,
    }
    expect([...(await check(queued, token)).values()]).toEqual(
      claims.map(() => expect.stringMatching(/^It was paid before, by transaction \w{80}/)),
    )
  })
})
