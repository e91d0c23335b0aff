import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type FindingBed, prepareFindingBed } from '../harness/finding-bed.ts'

const HASH = `0x${'5c'.repeat(32)}`

let bed: FindingBed
let id: string
beforeAll(async () => {
  bed = await prepareFindingBed({ claimants: 1 })
  await bed.claimAll()
  id = (await bed.do(endpoints.admin.claims)).claims[0]?.id ?? ''
})
afterAll(() => bed.close())

test.each([
  { tx: HASH, code: 'evm_transaction_hash' },
  { tx: HASH.slice(2), code: expect.stringMatching(/evm_transaction_hash|invalid_transaction/) },
  { tx: `${'4'.repeat(87)}.`, code: 'invalid_transaction' },
  { tx: `${'4'.repeat(43)} ${'4'.repeat(43)}`, code: 'invalid_transaction' },
  { tx: `${'4'.repeat(86)}…`, code: 'invalid_transaction' },
  { tx: '0'.repeat(88), code: 'invalid_transaction' },
])('marking a claim sent by $tx is refused with an explanation, forced or not', async ({ tx, code }) => {
  for (const force of [false, true]) {
    expect(await bed.call(endpoints.admin.markSent, { body: { id, tx, force } })).toMatchObject({
      status: 400,
      body: { code },
    })
  }
})
