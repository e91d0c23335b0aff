import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { checkActions } from '#proofs/check-actions.ts'
import { openAdminFixture } from '../harness/admin-fixture.ts'
import { globOf } from '../harness/alter-reply.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { type OpenedPage, openPage, seeToast } from '../harness/open-page.ts'

describe('admin login', () => {
  const fixture = forAllTests(openAdminFixture)

  const heldToken = (page: Page) => page.evaluate(() => globalThis.localStorage.getItem('ferry-admin-token'))

  test('a tab is kept by a reload, and Back leads to the one before', async () => {
    const { page, tab, button } = await fixture.visit()
    await tab('Bulk Sender')
    await tab('Execute')
    await button('Start Bulk Send').waitFor()
    await page.reload()
    await button('Start Bulk Send').waitFor()
    await page.goBack()
    await button('Configure Bulk Sender').waitFor()
    await page.goBack()
    await page.getByLabel('Search claims').waitFor()
    await fixture.endVisits()
  })

  describe('signing in', () => {
    let opened: OpenedPage
    const password = () => opened.page.getByLabel('Password', { exact: true })
    const signIn = () => opened.page.getByRole('button', { name: 'Sign In' }).click()

    afterEach(async () => {
      expect([...opened.errors, ...opened.foreignRequests]).toEqual([])
      await opened.close()
    })

    async function arrive(place = ''): Promise<Page> {
      opened = await openPage(fixture.browser, fixture.portal.adminUrl + place)
      return opened.page
    }

    test('a wrong password is refused', async () => {
      const page = await arrive()
      await password().fill('not the password')
      await signIn()
      await seeToast(page, 'Login Failed', 'Invalid admin password.')
      await expect.poll(() => heldToken(page)).toBeNull()
    })

    test('no password, or only spaces, is not even sent', async () => {
      const page = await arrive()
      const sent: string[] = []
      page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url()))
      for (const nothing of ['', '   ']) {
        await password().fill(nothing)
        await signIn()
        await seeToast(page, 'Password Required', 'Please enter the admin password.')
      }
      expect(sent).toEqual([])
    })

    test('the password is hidden until it is asked to show, and the button says that it is busy', async () => {
      const page = await arrive()
      await password().fill(fixture.portal.password)
      await expect.poll(() => password().getAttribute('type')).toBe('password')
      await page.getByRole('button', { name: 'Show password' }).click()
      await expect.poll(() => password().getAttribute('type')).toBe('text')
      await page.getByRole('button', { name: 'Hide password' }).click()
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(globOf(endpoints.admin.login), async (route) => {
        await held
        await route.continue()
      })
      await signIn()
      await expect.poll(() => page.getByRole('button', { name: 'Signing In...' }).isDisabled()).toBe(true)
      answer()
      await page.getByRole('tab', { name: 'Overview & Claims' }).waitFor()
    })

    test('it keeps a token until signing out takes it away, here and on the server', async () => {
      const page = await arrive()
      await password().fill(fixture.portal.password)
      await signIn()
      await page.getByText('Login Successful', { exact: true }).waitFor()
      await page.getByRole('tab', { name: 'Overview & Claims' }).waitFor()
      const token = await heldToken(page)
      expect(token).not.toBeNull()
      await page.reload()
      await page.getByRole('tab', { name: 'Overview & Claims' }).waitFor()

      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByText('Logged Out', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Sign In' }).waitFor()
      await expect.poll(() => heldToken(page)).toBeNull()
      const stats = await fetchEndpoint(
        fixture.portal.url,
        endpoints.admin.stats,
        {},
        { authorization: `Bearer ${token}` },
      )
      expect(stats.status).toBe(401)
    })

    test('signing out everywhere ends the sessions of other browsers too, after a question', async () => {
      const other = await fetchEndpoint(fixture.portal.url, endpoints.admin.login, {
        body: { password: fixture.portal.password },
      })
      const { token } = (await other.json()) as { token: string }
      const page = await arrive()
      await password().fill(fixture.portal.password)
      await signIn()
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
      await seeToast(page, 'Logged Out Everywhere', 'All admin tokens were revoked.')
      await page.getByRole('button', { name: 'Sign In' }).waitFor()
      await expect.poll(() => heldToken(page)).toBeNull()
      const authorization = `Bearer ${token}`
      const stats = await fetchEndpoint(fixture.portal.url, endpoints.admin.stats, {}, { authorization })
      expect(stats.status).toBe(401)
    })

    test('a session that the server ended leads back to signing in, and from there to the same place', async () => {
      const page = await arrive('#tab=overview&status=rejected&q=0xabc&sort=largest')
      await password().fill(fixture.portal.password)
      await signIn()
      await page.getByLabel('Search claims').waitFor()
      const token = await heldToken(page)
      await fetchEndpoint(
        fixture.portal.url,
        endpoints.admin.logout,
        {},
        { authorization: `Bearer ${token}` },
      )

      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.getByText('Your session has ended. Sign in to go on where you were.').waitFor()
      await expect.poll(() => heldToken(page)).toBeNull()
      await password().fill(fixture.portal.password)
      await signIn()
      await expect.poll(() => page.getByLabel('Search claims').inputValue()).toBe('0xabc')
      await expect.poll(() => page.getByLabel('Status', { exact: true }).inputValue()).toBe('rejected')
      await expect.poll(() => page.getByLabel('Order', { exact: true }).inputValue()).toBe('largest')
    })
  })

  test('no search engine is to list the panel', async () => {
    const page = await fetch(fixture.portal.adminUrl)
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(await page.text()).toContain('<meta name="robots" content="noindex, nofollow" />')
    // Search engines must be able to read that: a page forbidden by robots.txt is listed by links to it. Nor does robots.txt show the flag.
    const robots = await (await fetch(`${fixture.portal.url}/robots.txt`)).text()
    expect(robots).toMatch(/^User-agent: \*\nDisallow: \/api\/$/m)
    expect(robots).not.toContain(fixture.portal.adminFlag)
  })
})

describe('admin sessions', () => {
  const fixture = forAllTests(openAdminFixture, 120_000)
  afterEach(() => fixture.endVisits())

  test('another session is ended, and the record says so', async () => {
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
})
