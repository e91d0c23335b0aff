import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { alterRows } from '../harness/alter-store.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
beforeEach(async () => {
  ferry = await startPortal()
})
afterEach(() => ferry.close())

test('a session that was written into the database without the secret is not accepted', async () => {
  const token = 'token-of-the-intruder'
  alterRows(
    ferry.databaseFile,
    'insert into admin_session (token_hash, created_at_ms, last_used_at_ms, expires_at_ms) values (?, ?, ?, ?)',
    ...[createHash('sha256').update(token).digest('hex'), Date.now(), Date.now(), Date.now() + 3_600_000],
  )
  const answer = await callEndpoint(
    ferry.server,
    endpoints.admin.stats,
    {},
    { headers: { authorization: `Bearer ${token}` } },
  )
  expect(answer.statusCode).toBe(401)
})
