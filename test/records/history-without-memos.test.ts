import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type PaidClaims, payClaims } from '../harness/lost-records.ts'

let paid: PaidClaims
afterEach(() => paid.close())

/** Changes answers to those of a node whose index keeps no memos. */
function withoutMemos(method: string, _count: number, result: unknown): unknown {
  if (method !== 'getSignaturesForAddress') return result
  return (result as object[]).map((entry) => ({ ...entry, memo: null }))
}

test('records are lost, and the history keeps no memos: payments are recognized by their bytes, nobody is paid twice', {
  timeout: 120_000,
}, async () => {
  paid = await payClaims(3)
  paid.node.alter(withoutMemos)
  const second = await paid.startSecond()
  const { call } = second
  expect(await call(endpoints.bulkSender.start)).toMatchObject({ status: 200 })
  await expect
    .poll(async () => (await call(endpoints.bulkSender.runs)).body, { timeout: 30_000 })
    .toMatchObject({ runs: [{ status: 'failed', message: expect.stringMatching(/^The chain shows/) }] })
  await paid.expectPaidOnce()
  expect(await call(endpoints.bulkSender.takeOver)).toMatchObject({
    status: 200,
    body: { payments: 3, claims: 3 },
  })
  await paid.expectPaidOnce()
})
