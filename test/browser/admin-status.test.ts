import type { Request } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { fillPath } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalStateBody, RunInState } from '#api-schema/portal-state.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { alterState, globOf } from '../harness/alter-reply.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { makeHolder } from '../harness/holders.ts'
import { startAlteringNode, unchanged, unfinalized } from '../harness/node-proxies.ts'

describe('admin status', () => {
  const LONG = { timeout: 120_000 }
  const fixture = forAllTests(() => openAdminFixture({ holders: 12 }))
  const node = forAllTests(() => startAlteringNode(fixture.portal.environment.rpcUrl))
  afterEach(() => fixture.endVisits())

  const TABS = ['', 'tab=analysis', 'tab=files', 'tab=bulk-sender', 'tab=standalone-sender', 'tab=mainnet']
  const strip = ({ page }: AdminPage) => page.getByRole('region', { name: 'What goes on' })
  const state = () => fixture.call(endpoints.admin.state)

  test(
    'operator 5, 6 and 7: every tab shows the run as it goes, and stops it, for two administrators alike',
    LONG,
    async () => {
      await fixture.claim(5)
      // So far apart that the run is stopped long before the last one.
      await fixture.configure('bulk', { rpcUrl: node.url, batchSize: 1, delayBetweenBatches: 10_000 })
      const views = await Promise.all(TABS.map((tab) => fixture.visit(tab)))
      const execute = await fixture.visit('tab=bulk-sender&sender=execute')
      for (const view of [...views, execute]) await strip(view).getByText('TEST').waitFor()
      await fixture.call(endpoints.bulkSender.start)
      for (const view of views) {
        await strip(view).getByText('Running', { exact: true }).waitFor()
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
        const processed = /(\d+) of 5/.exec(first)?.[1]
        if (processed !== undefined) expect(second).toBe(processed)
      }
      // The card of the run asks every five seconds, and the strip is told at once.
      await expect
        .poll(async () => {
          const [above, card] = await execute.page.evaluate<[string, string]>(`[
      document.querySelector('section[aria-label="What goes on"]').textContent,
      document.querySelector('section[aria-label="Progress of the run"]')?.textContent ?? '',
    ]`)
          const [told, shown] = [/(\d+) of 5/.exec(above)?.[1], /(\d+) \/ 5/.exec(card)?.[1]]
          if (shown !== undefined) expect(shown).toBe(told)
          return Number(told)
        })
        .toBeGreaterThan(0)
      await strip(elsewhere)
        .getByText(/as of \d\d:\d\d:\d\d/)
        .waitFor()

      node.alter(unfinalized)
      await expect.poll(async () => (await state()).senders.bulk.run?.inFlight).toBeGreaterThan(0)
      // As a person does it, and again while it stops.
      await strip(elsewhere).getByRole('button', { name: 'Stop', exact: true }).dblclick({ delay: 60 })
      await fixture.call(endpoints.bulkSender.stop)
      for (const view of views) {
        await strip(view).getByText('Stopping', { exact: true }).waitFor()
        await expect.poll(() => view.page.getByText('Stop Failed').count()).toBe(0)
      }
      node.alter(unchanged)
      for (const view of views) await strip(view).getByText('Stopped', { exact: true }).waitFor()
      const { claims } = await state()
      expect(claims.queued).toBeGreaterThan(0)
      const left = `${claims.queued} ${claims.queued === 1 ? 'claim waits' : 'claims wait'} to be paid.`
      await overview.page.getByText(left).waitFor()
      await expect
        .poll(() =>
          overview.page.getByText('Completed', { exact: true }).locator('xpath=../dd').textContent(),
        )
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
      .getByText(/^1 of 4 paid · 2 in flight/)
      .waitFor()
    await panel.page.getByText(/^Bulk send: Waiting for the Solana RPC node .* Since .*2023/).waitFor()
  })

  /** Opens Execute. Resolves with a function that waits until its estimate is asked for once more. */
  async function openEstimate({ page }: Awaited<ReturnType<typeof fixture.visit>>) {
    let estimates = 0
    page.on('request', (request) => {
      if (request.url().includes('/bulk-sender/estimate')) estimates += 1
    })
    await page.goto(`${page.url().split('#')[0]}#tab=bulk-sender&sender=execute`)
    await page.reload()
    await page.getByRole('region', { name: 'Cost estimate' }).getByText('Estimated Fees').waitFor()
    const before = estimates
    return () => expect.poll(() => estimates).toBeGreaterThan(before)
  }

  test('what a wallet gets while the estimate is on the screen is in it', LONG, async () => {
    await fixture.claim(1)
    const panel = await fixture.visit()
    let sol = '1'
    await alterState(panel.page, (now) => {
      const { bulk, standalone } = now.senders
      return { senders: { standalone, bulk: { ...bulk, wallet: bulk.wallet && { ...bulk.wallet, sol } } } }
    })
    const estimatedAnew = await openEstimate(panel)
    sol = '2'
    await estimatedAnew()
  })

  test(
    'an address that is corrected while the estimate is on the screen is estimated anew',
    LONG,
    async () => {
      const panel = await fixture.visit()
      let sol = '0.0021'
      await alterState(panel.page, (now) => {
        const { bulk, standalone } = now.senders
        const need = { count: 1, token: '1.5', notLookedUp: 0, leftOut: [], readAt: 1, sol }
        return { senders: { standalone, bulk: { ...bulk, need } } }
      })
      const estimatedAnew = await openEstimate(panel)
      sol = '0.0041'
      await estimatedAnew()
    },
  )

  test('as many claims as before, but others, are estimated anew', LONG, async () => {
    await fixture.call(endpoints.admin.resetClaims)
    await fixture.claim(2)
    const { page, fact } = await fixture.visit('tab=bulk-sender&sender=execute')
    await expect.poll(() => fact('Total tokens').textContent()).toContain('3 DEMO')
    const { claims } = await fixture.call(endpoints.admin.claims)
    await fixture.call(endpoints.admin.reject, { body: { id: claims[0]?.id ?? '', reason: 'a test' } })
    await expect.poll(() => fact('Total tokens').textContent()).toContain('1.5 DEMO')
    await expect.poll(() => fact('Total Claims').textContent()).toContain('1')
    await fixture.claim(1)
    await expect.poll(() => fact('Total Claims').textContent()).toContain('2')
    await expect.poll(() => fact('Total tokens').textContent()).toContain('3 DEMO')
    expect(await page.getByText('No estimate').count()).toBe(0)
  })

  test('while nothing is paid, the sender that began to pay last is shown', LONG, async () => {
    const panel = await fixture.visit()
    let startedAt = 4_000_000_000
    await alterState(panel.page, ({ senders: { bulk, standalone } }) => {
      const run = bulk.run && { ...bulk.run, state: 'stopped' as const, running: false, startedAt }
      return { senders: { bulk, standalone: standalone && { ...standalone, run } } }
    })
    await panel.page.reload()
    await strip(panel).getByRole('button', { name: 'Distribution' }).waitFor()
    await strip(panel).getByText('Stopped', { exact: true }).waitFor()
    startedAt = 1
    await panel.page.reload()
    await strip(panel).getByRole('button', { name: 'Bulk send' }).waitFor()
  })

  describe('the panel follows', () => {
    test('past runs and the page of a run follow it as it goes, and name their moment', LONG, async () => {
      await fixture.claim(3)
      await fixture.configure('bulk', { rpcUrl: node.url, batchSize: 1, delayBetweenBatches: 1000 })
      node.alter(unfinalized)
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
      node.alter(unchanged)
      await expect.poll(async () => (await run())?.processed).toBeGreaterThan(0)
      node.alter(unfinalized)
      const goesOn = await run()
      if (goesOn?.running) {
        for (const counts of counted(`[1-${goesOn.total}]`)) await counts.waitFor()
        for (const { page: each } of [monitor, page])
          await each
            .getByText(/^As of .*\d/)
            .first()
            .waitFor({ state: 'attached' })
      }
      node.alter(unchanged)
      for (const counts of counted(`${goesOn?.total}`)) await counts.waitFor()
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
        await tab.getByText('Your session has ended. Sign in to go on where you were.').waitFor()
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
})

describe('admin polling', () => {
  const { bulkSender, standaloneSender, admin } = endpoints

  /** By the page's clock: a multiple of every interval. */
  const WATCHED_SECONDS = 20
  /** Paid one by one, a second apart: the run outlasts the watching. */
  const PAYMENTS = 20
  const fixture = forAllTests(openAdminFixture)

  /**
   * Counts the API's calls by path in one view without any action: `inAll` from its first one on, `watched` while the page's clock goes
   * on by the watched time, a second after the other, each once all of the second before is answered.
   */
  async function watch(place: string): Promise<{ inAll: Map<string, number>; watched: Map<string, number> }> {
    const { page } = await fixture.visit(place)
    await page.clock.install()
    const open = new Set<Request>()
    let asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      asked.push(pathname)
      if (pathname !== admin.events.path) open.add(request)
    })
    page.on('requestfinished', (request) => open.delete(request))
    page.on('requestfailed', (request) => open.delete(request))
    // Requests of the page before do not count.
    page.on('framenavigated', () => {
      asked = []
    })
    const allAnswered = () => expect.poll(() => open.size, { interval: 20 }).toBe(0)
    await page.clock.pauseAt(Date.now() + 1000)
    await page.reload()
    const loaded = page.getByRole('region', { name: 'What goes on' }).getByText(/as of/)
    // However long it takes to load, hardly any time goes by in the page.
    await expect
      .poll(async () => {
        await page.clock.runFor(10)
        return await loaded.count()
      })
      .toBe(1)
    await allAnswered()
    const before = asked.length
    for (let second = 0; second < WATCHED_SECONDS; second++) {
      await page.clock.runFor(1000)
      await allAnswered()
    }
    return { inAll: countsOf(asked), watched: countsOf(asked.slice(before)) }
  }

  function countsOf(paths: readonly string[]): Map<string, number> {
    return new Map([...Map.groupBy(paths, (path) => path)].map(([path, all]) => [path, all.length]))
  }

  test('each view asks again as often as it is specified, and what is not specified is asked once', async () => {
    const overview = await watch('')
    const bulk = await watch('tab=bulk-sender&sender=execute')
    const standalone = await watch('tab=standalone-sender&standalone=history')
    expect(bulk.watched.get(bulkSender.status.path)).toBe(WATCHED_SECONDS / 5)
    expect(standalone.watched.get(standaloneSender.status.path)).toBe(WATCHED_SECONDS / 2)
    expect(standalone.watched.get(standaloneSender.stats.path)).toBe(WATCHED_SECONDS / 10)
    for (const [{ inAll }, path] of [
      [overview, admin.stats.path],
      [overview, admin.claims.path],
      [overview, endpoints.public.portal.path],
      [bulk, endpoints.public.portal.path],
      [standalone, standaloneSender.distributions.path],
    ] as const) {
      expect(inAll.get(path), path).toBe(1)
    }
    await fixture.endVisits()
  })

  test('while a distribution runs, it is asked for every two seconds', async () => {
    await fixture.configure('standalone', { batchSize: 1, delayBetweenBatches: 1000 })
    const { page, button, choosePayments } = await fixture.visit('tab=standalone-sender&standalone=upload')
    await choosePayments(Array.from({ length: PAYMENTS }, () => [freshSolanaAddress(), '1']))
    await button('Start Distribution').click()
    await button('Start sending').click()
    await page.getByText('processing', { exact: true }).waitFor()
    const { distributions } = await fixture.call(standaloneSender.distributions)
    const id = distributions[0]?.id ?? ''

    const progress = await watch(`tab=standalone-sender&standalone=upload&distribution=${id}`)
    const history = await watch('tab=standalone-sender&standalone=history')
    const every2 = WATCHED_SECONDS / 2
    expect(progress.watched.get(standaloneSender.status.path)).toBe(every2)
    expect(progress.watched.get(fillPath(standaloneSender.progress.path, { distributionId: id }))).toBe(
      every2,
    )
    expect(history.watched.get(standaloneSender.distributions.path)).toBe(every2)
    await fixture.endVisits()
  })
})
