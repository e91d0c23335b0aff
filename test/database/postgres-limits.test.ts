import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startLine } from '#lab/environment/start-line.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortalOnPostgres } from '../harness/portal-on-postgres.ts'
import { startPortal } from '../harness/start-portal.ts'

const portal = forAllTests(() => startPortalOnPostgres({ DATABASE_POOL_SIZE: '3' }))
async function timed<T>(work: Promise<T>): Promise<[result: T, ms: number]> {
  const startedMs = performance.now()
  const result = await work
  return [result, performance.now() - startedMs]
}

const ready = () => portal.ferry.ask(endpoints.public.ready)
const lookUp = () => portal.ferry.ask(endpoints.public.claim, { params: { eth: `0x${'1'.repeat(40)}` } })

test('takes as many connections as it was told to, each with its limits', async () => {
  await Promise.all(Array.from({ length: 20 }, lookUp))
  const [row] = await portal.ask<{ connections: number }>(`select count(*)::int as connections
    from pg_stat_activity where datname = current_database() and application_name = 'ferry'`)
  expect(row?.connections).toBeLessThanOrEqual(3)
})

test('a table that another session locks leaves everything else answered, by 503 where it is needed', async () => {
  const [{ location = '' } = {}] = await portal.ask<{ location: string }>(
    `select format('postgres://ferry:ferry@127.0.0.1:%s/%s', current_setting('port'), current_database()) as location`,
  )
  const locker = new pg.Client({ connectionString: location })
  await locker.connect()
  await locker.query('begin; lock table claim in access exclusive mode')
  const lookUps = Array.from({ length: 12 }, () => timed(lookUp()))
  const [answer, ms] = await timed(ready())
  expect([200, 503]).toContain(answer.statusCode)
  expect(ms).toBeLessThan(3_000)
  for (const [refused, tookMs] of await Promise.all(lookUps)) {
    expect(refused.json()).toMatchObject({ code: 'store_unavailable' })
    expect(tookMs).toBeLessThan(16_000)
  }
  await locker.query('rollback')
  await locker.end()
  expect((await lookUp()).statusCode).toBe(404)
  expect((await ready()).statusCode).toBe(200)
})

test('a database that is frozen is told within 6 s on every connection, and done with once it goes on', async () => {
  const claim = await signClaim(makeHolder())
  const reads = {
    lookUp,
    allocation: () => portal.ferry.ask(endpoints.public.allocation, { query: { eth: claim.eth } }),
    portal: () => portal.ferry.ask(endpoints.public.portal),
    // Reads before it writes.
    claim: () => portal.ferry.ask(endpoints.public.submitClaim, { body: claim }),
  }
  // All connections are open, and idle.
  await Promise.all(Array.from({ length: 10 }, lookUp))
  await portal.postgres.freeze()
  try {
    const asked: Promise<void>[] = []
    for (const wave of [0, 1, 2]) {
      for (const [name, read] of Object.entries(reads)) {
        asked.push(
          timed(read()).then(([answer, ms]) => {
            const what = `${name} in wave ${wave}`
            expect(answer.json(), what).toMatchObject({ code: 'store_unavailable' })
            expect(answer.statusCode, what).toBe(503)
            expect(ms, what).toBeLessThan(6_000)
          }),
        )
      }
      await delay(1_500)
    }
    await Promise.all(asked)
  } finally {
    await portal.postgres.thaw()
  }
  await expect.poll(async () => (await ready()).statusCode).toBe(200)
  expect((await lookUp()).statusCode).toBe(404)
})

test('in a transaction too, whose end is not waited for either', async () => {
  const { db, close } = await openDatabase(await portal.postgres.createDatabase())
  const reading = () =>
    db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await portal.postgres.freeze()
      await sql`select 2`.execute(tx)
    })
  const [outcome, tookMs] = await timed(reading().catch((error) => error))
  await portal.postgres.thaw()
  expect(outcome).toMatchObject({ name: 'StoreUnavailableError' })
  expect(tookMs).toBeLessThan(6_000)
  await close()
})

test('a write and a commit are waited for over it: what came of them would not be known', async () => {
  const { db, close } = await openDatabase(await portal.postgres.createDatabase())
  const listed = { source: 'manual', addedAtMs: 1 } as const
  // Two connections that are open.
  await Promise.all([1, 2].map(() => sql`select pg_sleep(0.2)`.execute(db)))
  const { freeze, thaw } = portal.postgres
  const committing = db.transaction().execute(async (tx) => {
    await tx
      .insertInto('denied_address')
      .values({ address: 'committed', ...listed })
      .execute()
    await freeze()
  })
  await expect
    .poll(() => sql`select 1`.execute(db).catch((error) => error.name))
    .toBe('StoreUnavailableError')
  await thaw()
  await committing
  await Promise.all([1, 2].map(() => sql`select pg_sleep(0.2)`.execute(db)))
  await freeze()
  const writing = db
    .insertInto('denied_address')
    .values({ address: 'written', ...listed })
    .execute()
  const reading = sql`select 1`.execute(db)
  await expect(reading).rejects.toMatchObject({ name: 'StoreUnavailableError' })
  await thaw()
  await writing
  const rows = await db.selectFrom('denied_address').select('address').orderBy('address').execute()
  expect(rows.map(({ address }) => address)).toEqual(['committed', 'written'])
  await close()
})

test('a database that answers is waited for: a claim for a lock, a read for its rows', async () => {
  const holder = makeHolder()
  await loadHolders(portal.ferry.app, [holder])
  const locker = new pg.Client({ connectionString: portal.environment.DATABASE_URL })
  await locker.connect()
  await locker.query('begin; lock table claim in share mode')
  const body = await signClaim(holder)
  const claiming = timed(portal.ferry.ask(endpoints.public.submitClaim, { body }))
  const { db, close } = await openDatabase(portal.environment.DATABASE_URL)
  const reading = sql<{ done: number }>`select 1 as done from pg_sleep(9)`.execute(db)
  await delay(9_000)
  await locker.query('rollback')
  await locker.end()
  const [answer, ms] = await claiming
  expect(answer.statusCode).toBe(200)
  expect(ms).toBeGreaterThan(8_000)
  expect((await reading).rows).toEqual([{ done: 1 }])
  await close()
})

test('a network that swallows everything is noticed, and done without once it is back', async () => {
  const [{ port = 0, name = '' } = {}] = await portal.ask<{ port: number; name: string }>(
    `select current_setting('port')::int as port, current_database() as name`,
  )
  const line = await startLine(port)
  const DATABASE_URL = `postgres://ferry:ferry@127.0.0.1:${line.port}/${name}`
  const { SECRETS_KEY } = portal.environment
  const ferry = await startPortal({ environment: { DATABASE_URL, SECRETS_KEY } })
  const ask = (endpoint: typeof endpoints.public.ready | typeof endpoints.public.portal) =>
    timed(ferry.ask(endpoint))
  line.freeze()
  const reading = ask(endpoints.public.portal)
  const [answer, ms] = await ask(endpoints.public.ready)
  expect(answer.statusCode).toBe(503)
  expect(answer.json().details).toEqual([{ where: 'database', problem: expect.stringMatching(/in time/) }])
  expect(ms).toBeLessThan(3_000)
  const [refused, tookMs] = await reading
  expect(refused.json()).toMatchObject({ code: 'store_unavailable' })
  expect(tookMs).toBeLessThan(30_000)
  line.thaw()
  await expect.poll(async () => (await ask(endpoints.public.ready))[0].statusCode).toBe(200)
  await ferry.close()
  line.close()
})
