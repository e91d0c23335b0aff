import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { startPortalOnPostgres } from '../harness/portal-on-postgres.ts'

describe('postgres away', () => {
  const TERMINATIONS = 30

  const portal = forAllTests(startPortalOnPostgres)

  const ready = () => portal.ferry.ask(endpoints.public.ready)

  const untilReady = () => expect.poll(async () => (await ready()).statusCode, { interval: 200 }).toBe(200)

  test('while it is away requests are answered 503 with Retry-After, and all is well again by itself', async () => {
    const holder = makeHolder()
    await loadHolders(portal.ferry.app, [holder])
    const claim = await signClaim(holder)
    const { server } = portal.ferry
    await portal.postgres.halt()
    for (const answer of await Promise.all([
      callEndpoint(server, endpoints.public.submitClaim, { body: claim }),
      callEndpoint(server, endpoints.public.allocation, { query: { eth: claim.eth } }),
      callEndpoint(server, endpoints.public.portal),
      callEndpoint(server, endpoints.admin.stats, {}, { headers: { authorization: 'Bearer x' } }),
    ])) {
      expect(answer.json()).toMatchObject({ code: 'store_unavailable' })
      expect(answer.statusCode).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    const answer = await ready()
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      code: 'not_ready',
      details: [{ where: 'database', problem: expect.stringMatching(/can not be reached/) }],
    })
    const forTraffic = await callEndpoint(server, endpoints.public.ready, { query: { scope: 'traffic' } })
    expect(forTraffic.statusCode).toBe(503)
    await portal.postgres.goOn()
    await untilReady()
    const { submitClaim } = endpoints.public
    expect((await callEndpoint(server, submitClaim, { body: await signClaim(holder) })).statusCode).toBe(200)
  })

  test(`${TERMINATIONS} times all connections are ended under claims: each that was acknowledged is there`, async () => {
    const holders = Array.from({ length: 400 }, () => makeHolder())
    await loadHolders(portal.ferry.app, holders)
    const { server, app } = portal.ferry
    const acknowledged: string[] = []
    const statuses = new Map<number, number>()
    const waiting = [...holders]
    let terminated = 0
    const claimants = Array.from({ length: 8 }, async () => {
      for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
        const body = await signClaim(holder)
        const answer = await callEndpoint(server, endpoints.public.submitClaim, { body })
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
        if (answer.statusCode === 200) acknowledged.push(answer.json().id)
        await delay(20)
      }
    })
    for (let n = 0; n < TERMINATIONS; n++) {
      terminated += await portal.terminate()
      await delay(40)
    }
    await Promise.all(claimants)
    await untilReady()
    expect(terminated).toBeGreaterThan(TERMINATIONS)
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    const stored = new Set((await app.store.claims.withIds(acknowledged)).map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(0)
  })

  test('a download that the database leaves in the middle ends alone', async () => {
    const holders = Array.from({ length: 20_000 }, (_, n) => ({
      ...makeHolderAt(n),
    }))
    await loadHolders(portal.ferry.app, holders)
    const url = await portal.ferry.listen()
    const headers = await portal.ferry.adminHeaders()
    for (const { path } of [endpoints.admin.exportRemaining, endpoints.admin.exportSubmitted]) {
      const response = await fetch(url + path, { headers })
      const reading = response.arrayBuffer().then(
        () => 'whole',
        () => 'broken off',
      )
      await portal.postgres.halt()
      await reading
      await portal.postgres.goOn()
      await untilReady()
    }
  })

  /** One whose key nobody needs. */
  function makeHolderAt(n: number) {
    const address = `0x${(n + 1).toString(16).padStart(40, '0')}` as const
    return { account: { address, signMessage: async () => '0x' as const }, amountWei: 1n }
  }
})

describe('tls', () => {
  /** `sslmode` and `sslrootcert` before a server whose certificate no known CA has signed, as those of most providers. */

  let url: string
  let certificate: string
  const postgres = forAllTests(startPostgres)
  beforeAll(async () => {
    url = await postgres.createDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    )
    const folder = rows[0]?.folder ?? ''
    certificate = join(folder, 'server.crt')
    const key = join(folder, 'server.key')
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=another.example'],
      ...['-keyout', key, '-out', certificate],
    ])
    const { uid, gid } = await stat(folder)
    for (const file of [key, certificate]) await chown(file, uid, gid)
    await chmod(key, 0o600)
    await client.query('alter system set ssl = on')
    await client.query('select pg_reload_conf()')
    await client.end()
  })

  async function open(parameters: string): Promise<'open'> {
    const database = await openDatabase(`${url}?${parameters}`)
    await database.close()
    return 'open'
  }

  test('require encrypts, and takes any certificate, as psql does', async () => {
    expect(await open('sslmode=require')).toBe('open')
  })

  test('with a CA require and verify-ca want its signature, whatever the name', async () => {
    expect(await open(`sslmode=verify-ca&sslrootcert=${certificate}`)).toBe('open')
    expect(await open(`sslmode=require&sslrootcert=${certificate}`)).toBe('open')
  })

  test.each([
    'sslmode=verify-full',
    'sslmode=require&sslrootcert=/etc/ssl/certs/ca-certificates.crt',
    'sslmode=verify-ca',
    'sslmode=verify-full&sslrootcert=/nowhere/ca.crt',
  ])('%s is refused, at once and in words', async (parameters) => {
    const started = performance.now()
    const opening = openDatabase(`${url}?${parameters}`, { waitMs: 30_000 })
    await expect(opening).rejects.toMatchObject({ trouble: 'insecure' })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('verify-full wants the name as well', async () => {
    await expect(open(`sslmode=verify-full&sslrootcert=${certificate}`)).rejects.toMatchObject({
      trouble: 'insecure',
    })
  })

  test('a server without TLS is refused where it is required', async () => {
    const plain = await startPostgres()
    const location = await plain.createDatabase()
    await expect(openDatabase(`${location}?sslmode=require`)).rejects.toMatchObject({ trouble: 'insecure' })
    await plain.stop()
  })
})

test('npm run reconcile says in words that the database stopped in the middle', async () => {
  const postgres = await startPostgres()
  const environment = {
    DATABASE_URL: await postgres.createDatabase(),
    SECRETS_KEY: randomBytes(32).toString('base64'),
  }
  const portal = await startPayingPortal({ environment })
  await portal.configure('bulk')

  // A node that answers once the database is gone.
  const node = createServer(async (request, response) => {
    const body = await text(request)
    await postgres.halt()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(portal.localnet.url, { method: 'POST', headers, body })
    response.writeHead(answer.status, headers).end(await answer.text())
  })
  node.listen(0, '127.0.0.1')
  await once(node, 'listening')
  const rpc = `http://127.0.0.1:${(node.address() as AddressInfo).port}`

  const env = { ...environment, PATH: process.env.PATH, ADMIN_PASSWORD: 'a long password' }
  const failed = await promisify(execFile)(process.execPath, ['src/bin/reconcile.ts', '--rpc', rpc], {
    env,
  }).catch((error) => error)
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toMatch(/^The database can not be used: .+\.$/m)
  expect(failed.stderr).not.toMatch(/^\s+at /m)

  node.close()
  await portal.close()
  await postgres.stop()
})
