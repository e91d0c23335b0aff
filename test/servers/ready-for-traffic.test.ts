import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { loadHolders, makeHolder } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
beforeEach(async () => {
  ferry = await startPortal()
})
afterEach(() => ferry.close())

async function statuses(): Promise<{ all: number; traffic: number }> {
  const ask = async (query: object) =>
    (await callEndpoint(ferry.server, endpoints.public.ready, { query })).statusCode
  const all = await ask({ scope: 'all' })
  expect(await ask({})).toBe(all)
  return { all, traffic: await ask({ scope: 'traffic' }) }
}

test('a server that lacks nothing is ready for all', async () => {
  expect(await statuses()).toEqual({ all: 200, traffic: 200 })
})

test('what the operator has to mend, and all servers share, keeps no traffic away', async () => {
  await loadHolders(ferry.app, [makeHolder()])
  const { snapshots } = ferry.app.store
  const current = snapshots.current
  snapshots.current = async () => {
    const list = await current()
    return list && { ...list, seal: 'of another list' }
  }
  expect(await statuses()).toEqual({ all: 503, traffic: 200 })
})

test('a server that does not reach its database gets none', async () => {
  ferry.app.store.identity.fingerprint = async () => {
    throw new StoreUnavailableError('away')
  }
  expect((await statuses()).traffic).toBe(503)
})

test('nor one that can check no signature', async () => {
  await ferry.app.signers.close()
  expect(await statuses()).toEqual({ all: 503, traffic: 503 })
})

test('another scope is refused', async () => {
  const answer = await callEndpoint(ferry.server, endpoints.public.ready, { query: { scope: 'some' } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'invalid_request', details: [{ where: 'scope' }] })
})
