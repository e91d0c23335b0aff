import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { alterRows } from '../harness/alter-store.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'

const TX = unknownSignature()

let paying: PayingPortal
let asked = 0
const forged = createServer((_request, response) => {
  asked += 1
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

beforeEach(async () => {
  asked = 0
  await new Promise<void>((listening) => forged.listen(0, '127.0.0.1', listening))
  paying = await startPayingPortal()
  await paying.configure('bulk')
})
afterEach(async () => {
  await paying.close()
  forged.closeAllConnections()
  forged.close()
})

function exchangeNodes(): void {
  const url = `http://127.0.0.1:${(forged.address() as AddressInfo).port}`
  const exchange = 'update sender set rpc_url = ?, configured_at_ms = configured_at_ms + 1'
  alterRows(paying.ferry.databaseFile, exchange, url)
}

test('a node that was written into the database is not read from: its answers would settle payments', async () => {
  const claim = sampleClaim({ solAddress: freshSolanaAddress() })
  await addClaims(paying.ferry.app, [claim])
  exchangeNodes()
  for (const [endpoint, input] of [
    [endpoints.bulkSender.start, {}],
    [endpoints.bulkSender.estimate, {}],
    [endpoints.bulkSender.reconcile, {}],
    [endpoints.bulkSender.takeOver, {}],
    [endpoints.bulkSender.acknowledge, { body: { signature: TX, note: 'treasury' } }],
    [endpoints.admin.markSent, { body: { id: claim.id, tx: TX } }],
  ] as const) {
    const answer = await paying.call(endpoint, input)
    expect(answer.json(), endpoint.path).toMatchObject({ code: 'sender_unreadable' })
  }
  expect(asked).toBe(0)
})

test('a cap on fees that was raised in the database is not offered', async () => {
  await addClaims(paying.ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
  alterRows(paying.ferry.databaseFile, 'update sender set priority_fee_cap = 100000000')
  const answer = await paying.call(endpoints.bulkSender.start)
  expect(answer.json()).toMatchObject({ code: 'sender_unreadable' })
})
