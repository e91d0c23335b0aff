import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type PaidClaims, payClaims } from '../harness/lost-records.ts'

let paid: PaidClaims
afterEach(() => paid.close())

test('payments known to be missing can not be gone on without by a history that no longer shows them', {
  timeout: 120_000,
}, async () => {
  paid = await payClaims(2)
  const second = await paid.startSecond()
  const { call } = second
  expect(await call(endpoints.bulkSender.start)).toMatchObject({
    status: 409,
    body: { code: 'records_behind_chain' },
  })
  // As an index that is late, or the next node behind the same URL.
  paid.node.lie((method, _count, result) => (method === 'getSignaturesForAddress' ? [] : result))
  const goneOn = await call(endpoints.bulkSender.continueWithout, { body: { confirm: '0 payments' } })
  if (goneOn.status === 200) {
    await call(endpoints.bulkSender.start)
    const runs = second.ferry.app.store.runs
    await expect
      .poll(async () => (await runs.latest())?.finishedAtMs, { timeout: 30_000 })
      .toEqual(expect.any(Number))
  }
  await paid.expectPaidOnce()
  expect(goneOn.status).not.toBe(200)
})
