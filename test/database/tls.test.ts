import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { openDatabase } from '#store/database/database.ts'

/** `sslmode` and `sslrootcert` before a server whose certificate no known CA has signed, as those of most providers. */

let postgres: PostgresServer
let url: string
let certificate: string
beforeAll(async () => {
  postgres = await startPostgres()
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
afterAll(() => postgres.stop())

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
