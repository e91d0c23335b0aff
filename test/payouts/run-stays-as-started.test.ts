import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'

/** A run pays what was owed when it was started, whatever comes in and whatever restarts meanwhile. */

let bed: ServerBed
beforeAll(async () => {
  bed = await prepareServerBed({ claimants: 14 })
  // Slow enough that claims come in while it pays.
  expect(await bed.configure({ batchSize: 1, delayBetweenBatches: 1500 })).toMatchObject({ status: 200 })
}, 240_000)
afterAll(() => bed?.close())

async function claim(from: number, to: number): Promise<void> {
  for (const holder of bed.migration.holders.slice(from, to)) {
    expect(await bed.claim(holder)).toMatchObject({ status: 200 })
  }
}

const runs = async () => (await bed.do(endpoints.bulkSender.runs)).runs

async function startFor(count: number): Promise<void> {
  const started = await bed.do(endpoints.bulkSender.start)
  expect(started.message).toBe(`Bulk send started for ${count} queued claims.`)
  await expect.poll(async () => (await runs())[0]?.paid, { timeout: 120_000 }).toBeGreaterThan(0)
}

async function expectEnded(count: number): Promise<void> {
  await expect.poll(async () => (await bed.status()).running, { timeout: 120_000 }).toBe(false)
  expect((await runs())[0]).toMatchObject({ transferCount: count, paid: count, status: 'completed' })
}

test('over a restart of the server, and over another node', { timeout: 300_000 }, async () => {
  await claim(0, 5)
  await startFor(5)
  await claim(5, 9)
  await bed.stop()
  await bed.start()
  await expectEnded(5)
  expect((await bed.status()).queuedClaimsCount).toBe(4)

  await startFor(4)
  await claim(9, 14)
  const change = { batchSize: 1, delayBetweenBatches: 1500, rpcUrl: bed.honestUrl }
  expect(await bed.configure(change)).toMatchObject({ status: 200 })
  await expectEnded(4)
  expect((await bed.status()).queuedClaimsCount).toBe(5)
  expect(await bed.overpaid()).toEqual([])
})
