import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type PaidClaims, payClaims } from '../harness/lost-records.ts'

let paid: PaidClaims
afterEach(() => paid.close())

test('an operator can not continue without missing payments that the history no longer shows', {
  timeout: 120_000,
}, async () => {
  paid = await payClaims(2)
  const second = await paid.startSecond()
  const { call } = second
  expect(await call(endpoints.bulkSender.start)).toMatchObject({
    status: 409,
    body: { code: 'records_behind_chain' },
  })
  // As with a late index, or another node behind the same URL.
  paid.node.alter((method, _count, result) => (method === 'getSignaturesForAddress' ? [] : result))
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
