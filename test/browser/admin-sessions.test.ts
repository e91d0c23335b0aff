import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { checkActions } from '#proofs/check-actions.ts'
import { type AdminFixture, openAdminFixture } from '../harness/admin-fixture.ts'
import { fetchEndpoint } from '../harness/fetch-endpoint.ts'

const LONG = { timeout: 60_000 }

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture()
}, 120_000)
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

test('another session is ended, and the record says so', LONG, async () => {
  const { portal } = fixture
  const { login, sessions, stats } = endpoints.admin
  const { token } = await fixture.call(login, { body: { password: portal.password } })
  const other = (await fixture.call(sessions)).sessions.find(({ isOwn }) => !isOwn)
  const { page, tab, button, download } = await fixture.visit()
  await tab('File Management')
  await page.getByText('This one', { exact: true }).waitFor()
  await button(`End session ${other?.id}`).click()
  await page.getByText('Session Ended', { exact: true }).waitFor()
  await expect.poll(() => button(`End session ${other?.id}`).count()).toBe(0)
  const headers = { Authorization: `Bearer ${token}` }
  expect((await fetchEndpoint(portal.url, stats, { headers })).status).toBe(401)

  await page.reload()
  const record = page.getByRole('region', { name: 'Record' })
  await record.getByText('End session', { exact: true }).waitFor()
  await record.getByText('Sign in unknown browser', { exact: true }).first().waitFor()
  const { name, content } = await download('Export Record')
  expect(name).toBe('actions.jsonl')
  const { hash } = (await fixture.call(endpoints.admin.actions)).actions[0] ?? { hash: '' }
  expect(checkActions({ text: content.toString(), entry: hash }).outcome).toBe('proved')
})
