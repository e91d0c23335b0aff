import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { expectSentences, expectSettled, expectWords } from '../harness/expect-settled.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { watchWords } from '../harness/watch-words.ts'

let bed: ServerBed
afterEach(() => bed.close())

test.each([429, -32005, -32429])(
  'a node that limits to ten requests a second by JSON error %i in HTTP 200: Start works, and everyone is paid',
  { timeout: 240_000 },
  async (code) => {
    bed = await prepareServerBed({ claimants: 100, slotMs: 100 })
    await bed.claimAll()
    bed.localnet.faults.use({
      seed: 1,
      rules: [{ kind: 'limitInBody', probability: 1, requestsPerSecond: 10, code }],
    })
    expect(await bed.configure({ batchSize: 50 })).toMatchObject({ status: 200 })
    expect(await bed.call(endpoints.bulkSender.start)).toMatchObject({ status: 200 })
    const words = watchWords(bed)
    await bed.untilPaid(180_000)
    await expectSettled(bed)
    await expectWords(words)
  },
)

test('a node that always rejects in this way is quoted', { timeout: 120_000 }, async () => {
  bed = await prepareServerBed({ claimants: 10 })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  await bed.do(endpoints.bulkSender.start)
  const message = 'You have used up your credits'
  bed.localnet.faults.use({ seed: 1, rules: [{ kind: 'limitInBody', probability: 1, message }] })
  const words = watchWords(bed)
  await expect
    .poll(() => words.messages, { timeout: 60_000 })
    .toContainEqual(expect.stringContaining(message))
  bed.localnet.faults.use({ seed: 1 })
  await bed.untilPaid()
  await expectSettled(bed)
  await expectWords(words)
  expectSentences(words.messages)
})
