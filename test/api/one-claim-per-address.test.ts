import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { DIALECTS } from '../harness/each-store.ts'
import { fetchEndpoint } from '../harness/fetch-endpoint.ts'
import { type Holder, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

describe.each(DIALECTS)('on %s', (dialect) => {
  let postgres: PostgresServer | undefined
  let ferry: TestPortal
  let url: string

  beforeAll(async () => {
    if (dialect === 'PostgreSQL') postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  beforeEach(async () => {
    const environment: Record<string, string> = postgres
      ? { DATABASE_URL: await postgres.createDatabase() }
      : {}
    ferry = await startPortal({ environment })
    url = await ferry.listen()
  })
  afterEach(() => ferry.close())

  async function submitAll(claims: readonly object[]): Promise<number[]> {
    const responses = await Promise.all(
      claims.map((claim) => fetchEndpoint(url, endpoints.public.submitClaim, { body: claim })),
    )
    return responses.map(({ status }) => status)
  }

  const differentClaims = (holder: Holder, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => signClaim(holder, { nonce: Date.now() - n })))

  test('of a hundred different claims at once, one is accepted', async () => {
    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    const statuses = await submitAll(await differentClaims(holder, 100))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
    expect(await ferry.app.store.claimTallies.countQueued()).toBe(1)
  })

  test('many addresses at once get one claim each, with the ids of the answers', async () => {
    const holders = Array.from({ length: 40 }, () => makeHolder())
    await loadHolders(ferry.app, holders)
    const twice = await Promise.all(holders.map((holder) => differentClaims(holder, 2)))
    const statuses = await submitAll(twice.flat())
    expect(statuses.filter((status) => status === 200)).toHaveLength(40)
    expect(statuses.filter((status) => status === 409)).toHaveLength(40)
    expect(await ferry.app.store.claimTallies.countQueued()).toBe(40)
  })

  test('the store decides, also between claims that passed every check together', async () => {
    const claim = sampleClaim()
    const inserted = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ferry.app.claimWriter.insert({ ...claim, id: `SAME-${n}` })),
    )
    expect(inserted.filter(Boolean)).toHaveLength(1)
  })
})
