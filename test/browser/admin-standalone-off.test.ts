import { afterEach, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { openAdminFixture } from '../harness/admin-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { sampleRun } from '../harness/sample-rows.ts'

/** A panel whose server has STANDALONE_SENDER=off, on records of a standalone sender that was configured and has failed. */

const PHONE = { viewport: { width: 390, height: 844 } }
const TABS = ['Overview & Claims', 'Address Analysis', 'File Management', 'Bulk Sender']

const fixture = forAllTests(
  () => openAdminFixture({ configured: false, env: { STANDALONE_SENDER: 'off' } }),
  120_000,
)
beforeAll(async () => {
  const { app, environment } = fixture.portal
  await configureSender(app, 'standalone', {
    rpcUrl: environment.rpcUrl,
    privateKey: environment.walletKeyJson,
    tokenMintAddress: environment.mint,
    batchSize: 10,
    delayMs: 1000,
    testKey: true,
  })
  await app.store.runs.create(sampleRun({ sender: 'standalone', state: 'failed', message: 'Out of SOL' }))
}, 120_000)
afterEach(() => fixture.endVisits())

test('it has no tab, lane, step or setting of the sender', async () => {
  const { page } = await fixture.visit()
  const strip = page.getByRole('region', { name: 'What goes on' })
  await strip.getByText('Not configured').waitFor()
  await strip.getByRole('button', { name: 'Bulk send' }).waitFor()
  await page
    .getByText('Claims are not open', { exact: false })
    .or(page.getByText('Nothing waits for you.'))
    .waitFor()
  expect(await page.getByRole('tab').allTextContents()).toEqual(TABS)
  expect(await page.getByText(/distribution|standalone|Out of SOL/i).count()).toBe(0)
})

test('what it has paid stays in the runs', async () => {
  const { page } = await fixture.visit('tab=bulk-sender&sender=monitor')
  await page.getByText('A distribution', { exact: true }).waitFor()
  const { runs } = await fixture.call(endpoints.bulkSender.runs)
  expect(runs).toMatchObject([{ sender: 'standalone', message: 'Out of SOL' }])
})

test('an old link to one of its tabs leads to the overview', async () => {
  for (const tab of ['standalone-sender', 'mainnet']) {
    const { page } = await fixture.visit('')
    await page.getByRole('tab', { name: 'Bulk Sender' }).waitFor()
    await expect.poll(() => page.getByRole('tab').count()).toBe(TABS.length)
    await page.evaluate(`location.assign("#tab=${tab}")`)
    await page.getByRole('tab', { name: 'Overview & Claims', selected: true }).waitFor()
  }
})

test('on a phone the menu of pages lacks them too', async () => {
  const { page } = await fixture.visit('', PHONE)
  const menu = page.getByRole('combobox', { name: 'Admin panel' })
  await expect.poll(() => menu.locator('option').allTextContents()).toEqual(TABS)
})
