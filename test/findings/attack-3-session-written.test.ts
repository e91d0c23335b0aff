import { createHash } from 'node:crypto'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
beforeEach(async () => {
  ferry = await startPortal()
})
afterEach(() => ferry.close())

test('a session that was written into the database without the secret is not accepted', async () => {
  const token = 'token-of-the-intruder'
  const database = new SqliteDatabase(join(ferry.folder, 'data', 'ferry.sqlite'))
  database
    .prepare('insert into admin_session (token_hash, created_at_ms, expires_at_ms) values (?, ?, ?)')
    .run(createHash('sha256').update(token).digest('hex'), Date.now(), Date.now() + 3_600_000)
  database.close()
  const answer = await callEndpoint(
    ferry.server,
    endpoints.admin.stats,
    {},
    { headers: { authorization: `Bearer ${token}` } },
  )
  expect(answer.statusCode).toBe(401)
})
