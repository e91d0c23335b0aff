import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { confirmList } from '../harness/confirm-list.ts'
import { holdPayment } from '../harness/hold-payment.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim, sampleRun, sampleTransfer } from '../harness/sample-rows.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'

const { admin, bulkSender, lists, standaloneSender } = endpoints

let portal: PayingPortal
beforeAll(async () => {
  portal = await startPayingPortal()
  await portal.configure('bulk')
  await portal.configure('standalone')
})
afterAll(() => portal.close())

const ask = async (route: Route, query: AnyInput['query'] = {}) =>
  (await portal.call(route, { query })).json()

/** Reads a list to its end, in pages of two. */
async function inPages(route: Route, field: string): Promise<unknown[]> {
  const read: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await ask(route, { limit: 2, cursor })
    expect(page[field].length).toBeLessThanOrEqual(2)
    read.push(...page[field])
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return read
}

async function expectPages(route: Route, field: string, count: number): Promise<void> {
  const whole = await ask(route)
  expect(whole[field]).toHaveLength(count)
  expect(whole.nextCursor).toBeNull()
  expect(await inPages(route, field)).toEqual(whole[field])
  expect(await ask(route, { cursor: 'nonsense' })).toMatchObject({
    code: 'invalid_request',
    details: [{ where: 'cursor', problem: 'Not a cursor that this list gave' }],
  })
}

test('the versions of the holder list', async () => {
  for (const rows of [5, 6, 7]) {
    const addresses = Array.from({ length: rows }, (_, index) => `0x${String(index + 1).repeat(40)},5`)
    const content = Buffer.from(`address,amountUA\n${addresses.join('\n')}\n`)
    const asked = await portal.upload(admin.upload, { name: 'holders.csv', content })
    const published = await confirmList(asked, portal.call)
    expect(published.statusCode, published.body).toBe(200)
  }
  await expectPages(lists.lists, 'lists', 3)
})

test('the distributions', async () => {
  for (const amount of ['1', '2', '3', '4']) {
    const content = await buildXlsx({ rows: [[freshSolanaAddress(), amount]] })
    const added = await portal.upload(standaloneSender.upload, { name: 'payments.xlsx', content })
    expect(added.statusCode, added.body).toBe(200)
  }
  await expectPages(standaloneSender.distributions, 'distributions', 4)
})

test('the holds: those that were signed, then those that were not', async () => {
  for (let count = 0; count < 3; count += 1) await holdPayment(portal.ferry.app, unknownSignature())
  for (let count = 0; count < 3; count += 1) await holdUnsigned()
  await expectPages(bulkSender.holds, 'holds', 6)
})

async function holdUnsigned(): Promise<void> {
  const { store } = portal.ferry.app
  const terms = { mintAddress: portal.mint, genesisHash: await portal.rpc.genesisHash() }
  const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
  await store.claims.insertMany([claim])
  const run = await store.runs.create(sampleRun({ walletAddress: portal.wallet.address, ...terms }))
  if (!run) throw new Error('a run is under way')
  await store.runs.addTransfers([
    sampleTransfer(claim, { runId: run.id, state: 'hold', failure: 'Altered', ...terms }),
  ])
  await store.runs.finish(run.id, 'completed', null, Date.now())
}
