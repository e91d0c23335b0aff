import { beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'

/** A list is held against what was minted on Solana, as far as a node says it. */

const { admin } = endpoints

const portal = forEachTest(startPayingPortal)
beforeEach(() => portal.configure('bulk'))
const fileOf = (amounts: readonly string[]) =>
  new File(
    [`address,amountUA\n${amounts.map((amount, n) => `0x${`${n + 1}`.repeat(40)},${amount}\n`).join('')}`],
    'holders.csv',
  )

async function upload(amounts: readonly string[], query: object = {}) {
  const response = await portal.call(admin.upload, { file: fileOf(amounts), query })
  return answerOf(response)
}

test('a list of more than was minted, or of a hundredth of it, is asked about; another one a script may publish', async () => {
  const shown = await upload(['600000', '300000.5'])
  expect(shown.preview).toMatchObject({ mintSupplyUA: '1000000', odd: [] })
  for (const amounts of [
    ['600000', '400000.000000000000000001'],
    ['4000', '6000'],
  ]) {
    const { preview } = await upload(amounts)
    expect(preview.odd).toMatchObject([{ kind: 'outside_supply', words: expect.stringMatching(/1,000,000/) }])
    expect(await upload(amounts, { publish: 'if-certain' })).toMatchObject({ code: 'needs_confirmation' })
  }
  expect(await upload(['600000', '300000.5'], { publish: 'if-certain' })).toMatchObject({ count: 2 })
})

test('a node that is down keeps nobody from seeing a list; nothing is certain then', async () => {
  await portal.localnet.close()
  const { status, preview } = await upload(['600000', '300000'])
  expect([status, preview.mintSupplyUA, preview.odd]).toEqual([200, null, []])
  expect(await upload(['600000', '300000'], { publish: 'if-certain' })).toMatchObject({
    code: 'needs_confirmation',
    confirm: 'publish 900000',
  })
})
