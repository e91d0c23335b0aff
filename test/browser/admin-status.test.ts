import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalStateBody, RunInState } from '#api-schema/portal-state.ts'
import { type AdminFixture, type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { alterState } from '../harness/alter-state.ts'
import { type AlteringNode, startAlteringNode } from '../harness/altering-node.ts'
import { fetchEndpoint } from '../harness/fetch-endpoint.ts'
import { globOf } from '../harness/glob-of.ts'
import { makeHolder } from '../harness/holders.ts'

const TIMEOUT = { timeout: 30_000 }
const LONG = { timeout: 120_000 }

let fixture: AdminFixture
let node: AlteringNode
beforeAll(async () => {
  fixture = await openAdminFixture({ holders: 12 })
  node = await startAlteringNode(fixture.portal.environment.rpcUrl)
})
afterAll(async () => {
  await fixture?.close()
  await node?.close()
})
afterEach(() => fixture.endVisits())

const TABS = ['', 'tab=analysis', 'tab=files', 'tab=bulk-sender', 'tab=standalone-sender', 'tab=mainnet']
const strip = ({ page }: AdminPage) => page.getByRole('region', { name: 'What goes on' })
const state = () => fixture.call(endpoints.admin.state)

test(
  'operator 5, 6 and 7: every tab shows the run as it goes, and stops it, for two administrators alike',
  LONG,
  async () => {
    await fixture.claim(4)
    await fixture.configure('bulk', { rpcUrl: node.url, batchSize: 1, delayBetweenBatches: 1000 })
    const views = await Promise.all(TABS.map((tab) => fixture.visit(tab)))
    for (const view of views) await strip(view).getByText('TEST').waitFor()
    await fixture.call(endpoints.bulkSender.start)
    for (const view of views) {
      await strip(view).getByText('Running', { exact: true }).waitFor(TIMEOUT)
      await strip(view).getByRole('button', { name: 'Stop', exact: true }).waitFor()
    }
    const [overview, elsewhere] = [views[0], views[1]]
    if (!overview || !elsewhere) throw new Error('no view')
    // Numbers beside each other never contradict each other, as long as the run lasts.
    for (let look = 0; look < 20; look++) {
      const [first, second] = await overview.page.evaluate<[string, string]>(`[
      document.querySelector('section[aria-label="What goes on"]').textContent,
      [...document.querySelectorAll('dt')].find((dt) => dt.textContent === 'Completed').nextElementSibling.textContent,
    ]`)
      const processed = /(\d+) of 4/.exec(first)?.[1]
      if (processed !== undefined) expect(second).toBe(processed)
    }
    await strip(elsewhere)
      .getByText(/as of \d\d:\d\d:\d\d/)
      .waitFor()

    node.alter((method, _, result) => (method === 'getSignatureStatuses' ? notFinal(result) : result))
    await expect.poll(async () => (await state()).senders.bulk.run?.inFlight, TIMEOUT).toBeGreaterThan(0)
    // As a person does it, and again while it stops.
    await strip(elsewhere).getByRole('button', { name: 'Stop', exact: true }).dblclick({ delay: 60 })
    await fixture.call(endpoints.bulkSender.stop)
    for (const view of views) {
      await strip(view).getByText('Stopping', { exact: true }).waitFor()
      await expect.poll(() => view.page.getByText('Stop Failed').count()).toBe(0)
    }
    node.alter((_method, _count, result) => result)
    for (const view of views) await strip(view).getByText('Stopped', { exact: true }).waitFor(TIMEOUT)
    const { claims } = await state()
    const left = `${claims.queued} ${claims.queued === 1 ? 'claim waits' : 'claims wait'} to be paid.`
    await overview.page.getByText(left).waitFor()
    await expect
      .poll(() => overview.page.getByText('Completed', { exact: true }).locator('xpath=../dd').textContent())
      .toBe(`${claims.sent}`)
  },
)

test('what another administrator has done is told, and read again', LONG, async () => {
  const panel = await fixture.visit('tab=files')
  const { page, button } = panel
  await strip(panel).getByText(/as of/).waitFor()
  await fixture.call(endpoints.admin.pause, { body: { paused: true } })
  await page.getByText(/^Elsewhere, .*: Claims were paused\.$/).waitFor()
  await strip(panel).getByText('Claims paused', { exact: true }).first().waitFor()
  await button('Dismiss').click()
  await expect.poll(() => page.getByText(/^Elsewhere/).count()).toBe(0)
  await fixture.call(endpoints.admin.pause, { body: { paused: false } })
  await page.getByText(/^Elsewhere, .*: Claims are accepted again\.$/).waitFor()

  const rows = fixture.holders.map(({ account, amountWei }) => `${account.address},${amountWei}\n`)
  const more = `address,amountWei\n${rows.join('')}${makeHolder().account.address},5\n`
  const list = new File([more], 'more.csv')
  const asked = await fixture.call(endpoints.admin.upload, { file: list })
  if (!('uploadId' in asked)) throw new Error('The list was published before it was seen')
  const { uploadId, confirm } = asked
  await fixture.call(endpoints.lists.publishUpload, {
    params: { uploadId },
    body: confirm ? { confirm } : {},
  })
  await page.getByText(/^Elsewhere, .*: The holder list was replaced\.$/).waitFor()
  await expect.poll(() => panel.fact('Addresses').textContent()).toBe('Addresses13')
})

test('LIVE is told apart, and a run that waits says since when and for what', LONG, async () => {
  const run: Partial<RunInState> = {
    state: 'waiting',
    running: true,
    cluster: 'mainnet',
    waitingSince: 1_700_000_000,
    message: 'Waiting for the Solana RPC node https://rpc.example, which does not answer.',
    inFlight: 2,
    processed: 1,
    total: 4,
  }
  const panel = await fixture.visit()
  await alterState(panel.page, (now) => withRun(now, run))
  await panel.page.reload()
  await strip(panel).getByText('LIVE').waitFor()
  await strip(panel)
    .getByText(/^Waiting since \d\d:\d\d:\d\d$/)
    .waitFor()
  await strip(panel)
    .getByText(/^Waiting for the Solana RPC node https:\/\/rpc\.example/)
    .waitFor()
  await strip(panel)
    .getByText(/^1 of 4 · 2 in flight/)
    .waitFor()
  await panel.page.getByText(/^A bulk send has been waiting since .*2023/).waitFor()
})

describe('the panel follows', () => {
  test('past runs and the page of a run follow it as it goes, and name their moment', LONG, async () => {
    await fixture.claim(3)
    await fixture.configure('bulk', { rpcUrl: node.url, batchSize: 1, delayBetweenBatches: 1000 })
    node.alter((method, _, result) => (method === 'getSignatureStatuses' ? notFinal(result) : result))
    await fixture.call(endpoints.bulkSender.start)
    const run = async () => (await state()).senders.bulk.run
    const monitor = await fixture.visit('tab=bulk-sender&sender=monitor')
    const [started] = (await fixture.call(endpoints.bulkSender.runs)).runs
    const page = await fixture.visit(`tab=bulk-sender&sender=monitor&run=${started?.id}`)
    const past = monitor.page.getByRole('region', { name: 'Runs', exact: true }).getByRole('row').nth(1)
    const counted = (paid: string) => [
      past.getByText(new RegExp(`^${paid} of \\d$`)),
      page.page.getByText(new RegExp(`^\\d payments: ${paid} paid`)),
    ]
    for (const counts of counted('0')) await counts.waitFor()
    node.alter((_method, _count, result) => result)
    await expect.poll(async () => (await run())?.processed, TIMEOUT).toBeGreaterThan(0)
    node.alter((method, _, result) => (method === 'getSignatureStatuses' ? notFinal(result) : result))
    const goesOn = await run()
    if (goesOn?.running) {
      for (const counts of counted(`[1-${goesOn.total}]`)) await counts.waitFor()
      for (const { page: each } of [monitor, page])
        await each
          .getByText(/^As of .*\d/)
          .first()
          .waitFor({ state: 'attached' })
    }
    node.alter((_method, _count, result) => result)
    for (const counts of counted(`${goesOn?.total}`)) await counts.waitFor(TIMEOUT)
  })

  test('claims that could not be paid are counted, whichever run tried them', LONG, async () => {
    const panel = await fixture.visit()
    await alterState(panel.page, ({ claims, senders: { standalone, bulk } }) => ({
      claims: { ...claims, queued: 7 },
      unpayable: 3,
      failed: 2,
      held: 1,
      senders: {
        standalone,
        bulk: { ...bulk, run: bulk.run && { ...bulk.run, state: 'completed', running: false, failed: 0 } },
      },
    }))
    await panel.page.reload()
    await panel.page.getByText('4 claims wait to be paid.').waitFor()
    const bar = panel.page.getByRole('region', { name: 'Payout progress' })
    for (const [name, count] of [
      ['Failed', 2],
      ['On hold', 1],
      ['Waiting', 4],
    ]) {
      await expect
        .poll(() => bar.getByText(`${name}`, { exact: true }).locator('xpath=..').textContent())
        .toMatch(new RegExp(`^${name}${count}`))
    }
    await panel.page.getByText('2 claims failed: their payments were not made.').waitFor()
  })

  test('a server that is gone is said to be, and it goes on when it is back', LONG, async () => {
    const panel = await fixture.visit('tab=analysis')
    await strip(panel).getByText(/as of/).waitFor()
    const context = panel.page.context()
    // Where the stream fails, the state is asked for instead.
    await context.route(globOf(endpoints.admin.events), (route) => route.fulfill({ status: 502, body: '' }))
    await context.route(globOf(endpoints.admin.state), (route) => route.fulfill({ status: 502, body: '' }))
    await panel.page.reload()
    await panel.page.getByText('The server does not answer.').waitFor()
    await context.unroute(globOf(endpoints.admin.state))
    await strip(panel).getByText(/as of/).waitFor()
    await context.route(globOf(endpoints.admin.state), (route) => route.fulfill({ status: 502, body: '' }))
    await strip(panel)
      .getByText(/No answer since \d\d:\d\d:\d\d$/)
      .waitFor()
    await context.unroute(globOf(endpoints.admin.state))
    await strip(panel).getByText(/as of/).waitFor()
    await panel.page.context().close()
  })

  test('a session that was ended is said to have ended, in each tab of the browser', LONG, async () => {
    const context = await fixture.browser.newContext()
    const page = await context.newPage()
    await page.goto(fixture.portal.adminUrl)
    await page.getByLabel('Password', { exact: true }).fill(fixture.portal.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    const second = await context.newPage()
    await second.goto(fixture.portal.adminUrl)
    for (const tab of [page, second])
      await tab.getByRole('region', { name: 'What goes on' }).getByText(/as of/).waitFor()
    const token = await page.evaluate<string>("localStorage.getItem('ferry-admin-token')")
    const headers = { authorization: `Bearer ${token}` }
    await fetchEndpoint(fixture.portal.url, endpoints.admin.logout, {}, headers)
    for (const tab of [page, second])
      await tab.getByText('Your session has ended. Sign in to go on where you were.').waitFor(TIMEOUT)
    await context.close()
  })

  test('no tab is wider than a phone', LONG, async () => {
    for (const tab of [...TABS, 'tab=bulk-sender&sender=monitor', 'tab=bulk-sender&sender=execute']) {
      const panel = await fixture.visit(tab, { viewport: { width: 390, height: 844 } })
      await strip(panel).getByText(/as of/).waitFor()
      await panel.page.waitForLoadState('load')
      const width = await panel.page.evaluate('document.documentElement.scrollWidth')
      expect(width, tab).toBe(390)
    }
  })
})

function withRun(now: PortalStateBody, change: Partial<RunInState>): Partial<PortalStateBody> {
  const { bulk, standalone } = now.senders
  if (!bulk.run) throw new Error('there is no run')
  return { senders: { standalone, bulk: { ...bulk, cluster: 'mainnet', run: { ...bulk.run, ...change } } } }
}

function notFinal(result: unknown) {
  const { value, ...rest } = result as { value: (object | null)[] }
  return { ...rest, value: value.map((one) => one && { ...one, confirmationStatus: 'confirmed' }) }
}
