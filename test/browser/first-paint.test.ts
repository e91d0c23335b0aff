import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PageData } from '#api-schema/portal.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { accentPalette } from '#web/ui/accent-palette.ts'
import { alterPageData } from '../harness/alter-reply.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { injectWallet } from '../harness/injected-wallet.ts'
import { openPage, seriousViolations } from '../harness/open-page.ts'

const ACCENT = '#7a1fa2'

describe('first paint', () => {
  const PHONE = { viewport: { width: 390, height: 844 }, userAgent: 'Mozilla/5.0 (Linux; Android 14)' }
  const DESKTOP = { viewport: { width: 1440, height: 900 } }

  /** The most that may move, of 1: Web Vitals calls 0.1 good. */
  const MOST_SHIFT = 0.02

  /** As much as a connection sends before it waits for the first acknowledgement. */
  const MOST_HTML_BYTES = 14_000
  const fixture = forAllTests(() =>
    openClaimFixture({
      settings: { accentColor: ACCENT, claimsCloseAtMs: Date.UTC(2099, 6, 15, 12) },
    }),
  )
  afterEach(() => fixture.endVisits())

  async function htmlOf(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(fixture.portal.url + path, { headers: { accept: 'text/html', ...headers } })
    return { response, html: await response.text() }
  }

  function dataIn(html: string): PageData {
    const [, json = ''] = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(html) ?? []
    return JSON.parse(json)
  }

  /** Has the database not answer for the portal's data while something is done. */
  async function whileDataIsAway(act: () => Promise<void>): Promise<void> {
    const { app } = fixture.portal
    const { claimControls } = app
    const read = () => Promise.reject(new Error('the database is away'))
    Object.assign(app, { claimControls: { read } })
    try {
      await expect.poll(async () => dataIn((await htmlOf('/')).html).portal).toBeNull()
      await act()
    } finally {
      Object.assign(app, { claimControls })
      await expect.poll(async () => dataIn((await htmlOf('/')).html).portal).not.toBeNull()
    }
  }

  describe('the HTML alone', () => {
    test('D12: has the first card in words, and the data that it was drawn of', async () => {
      const { html } = await htmlOf('/')
      expect(html).toContain('<title>Claim Ferry Demo</title>')
      expect(html).toContain('Claim your Ferry Demo tokens on Solana</h1>')
      const described = 'content="Connect the wallet that held your coins.'
      expect(html).toContain(`<meta name="description" ${described}`)
      expect(html).toContain(`<meta property="og:description" ${described}`)
      expect(html).toContain('<meta property="og:title" content="Claim Ferry Demo"')
      const { portal, brand, host } = dataIn(html)
      expect(brand).toBeNull()
      expect(host).toBeNull()
      const told = await new PortalClient(fixture.portal.url).send(endpoints.public.portal)
      expect({ ...portal, serverTime: 0 }).toEqual({ ...told, serverTime: 0 })
    })

    test("has the public address's host, never one that the request names", async () => {
      const { settings } = fixture.portal.app
      const { publicUrl } = settings
      const html = async () => {
        const request = get(fixture.portal.url, {
          headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
        })
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        return await text(response)
      }
      try {
        expect(await html()).not.toContain('evil.example')
        Object.assign(settings, { publicUrl: 'https://claim.example' })
        await expect.poll(async () => dataIn(await html()).host).toBe('claim.example')
        expect(await html()).toMatch(/You are on(?: |<!-- -->)*<bdi[^>]*>claim\.example/)
        expect(await html()).not.toContain('evil.example')
      } finally {
        Object.assign(settings, { publicUrl })
      }
    })

    test('needs no other file to be painted, and its policy allows no inline script', async () => {
      const { html, response } = await htmlOf('/')
      expect(html).not.toContain('rel="stylesheet"')
      expect(html.match(/<style>/g)).toHaveLength(2)
      expect(html).not.toContain(' style="')
      const policy = response.headers.get('content-security-policy')?.split(';')
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContainEqual(expect.stringMatching(/^style-src 'self'( 'sha256-[^']+'){2}$/))
      // By caches on the way: the browser asks again on each visit.
      const held = 'public, max-age=0, s-maxage=2, stale-while-revalidate=8'
      expect(response.headers.get('cache-control')).toBe(held)
      const { page } = await fixture.visit()
      const sent = await page.reload()
      expect(await sent?.headerValue('content-encoding')).toBe('br')
      expect((await sent?.request().sizes())?.responseBodySize).toBeLessThan(MOST_HTML_BYTES)
    })

    test.each([
      ['de-DE,de;q=0.9,en;q=0.8', '', 'de', 'Ihre Ferry Demo-Token auf Solana'],
      ['nl-NL,nl', '', 'en', 'Claim your Ferry Demo tokens on Solana'],
      ['en;q=0.1,de', '', 'de', 'Ihre Ferry Demo-Token auf Solana'],
      ['de', 'a=b; ferry-language=en', 'en', 'Claim your Ferry Demo tokens on Solana'],
      ['de', 'ferry-language=%3Cscript%3E', 'de', 'Ihre Ferry Demo-Token auf Solana'],
    ])('for a reader of "%s" with the cookie "%s" is %s', async (language, cookie, code, heading) => {
      const { html } = await htmlOf('/', { 'accept-language': language, cookie })
      expect(html).toMatch(new RegExp(`<html lang="${code}" dir="ltr">`))
      expect(html).toContain(`${heading}</h1>`)
      const preloaded = [...html.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)]
      const scripts = await Promise.all(
        preloaded.map(async ([, path = '']) => (await fetch(new URL(path, fixture.portal.url))).text()),
      )
      expect(scripts.some((script) => script.includes('Wallet verbinden'))).toBe(code === 'de')
      expect(dataIn(html).language).toBe(code)
    })

    test('says nothing that a name in it could begin', async () => {
      const { settings } = fixture.portal.app
      const { tokenName } = settings
      const hostile = '</title></script><script>globalThis.injected = 1</script><!-- \u2028 $& "onload=x'
      Object.assign(settings, { tokenName: hostile })
      try {
        await expect.poll(async () => dataIn((await htmlOf('/')).html).portal?.tokenName).toBe(hostile)
        expect((await htmlOf('/')).html).not.toContain('<script>globalThis')
        const { page } = await fixture.visit()
        await page.getByRole('heading', { name: hostile.replace('\u2028', ' ').slice(0, 20) }).waitFor()
        await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
        expect(await page.evaluate("'injected' in globalThis")).toBe(false)
        expect(await page.title()).toContain('</script>')
      } finally {
        Object.assign(settings, { tokenName })
        await expect.poll(async () => dataIn((await htmlOf('/')).html).portal?.tokenName).toBe(tokenName)
      }
    })

    test.each(['/', '/test', '/nowhere'])(
      '%s has the project and the address, also without the database',
      async (path) => {
        await whileDataIsAway(async () => {
          const { html } = await htmlOf(path)
          const banner = /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
          expect(banner).toContain('Ferry Demo')
          expect(banner).not.toContain('You are on')
          const { page } = await fixture.visit({ path })
          await page.getByRole('banner').getByText('Ferry Demo').waitFor()
          if (path === '/') await page.getByText('This site did not answer').waitFor()
          await expect.poll(() => page.getByRole('banner').textContent()).toContain('You are on localhost')
        })
      },
    )
  })

  test('D12: without scripts the page says what to do, and reads well', async () => {
    const { page } = await fixture.visit({
      context: { ...PHONE, javaScriptEnabled: false, colorScheme: 'dark' },
    })
    const told = page.locator('noscript p')
    await told.first().waitFor()
    expect(await told.allInnerTexts()).toEqual([
      'This page needs JavaScript',
      expect.stringContaining('Allow JavaScript for this site'),
    ])
    await page.getByText('Claim your Ferry Demo tokens on Solana').waitFor()
    await page.getByText('About this claim').click()
    await page.getByText('One claim per address.').waitFor()
    expect(await page.getByRole('button', { name: 'Connect Wallet' }).count()).toBe(0)
  })

  describe('before and after the scripts', () => {
    interface Held {
      page: Page
      errors: string[]
      /** Lets the scripts through. */
      release(): void
    }

    /** Opens the page, whose scripts are on their way until they are released. */
    async function openHeld(options: BrowserContextOptions, hasWallet: boolean): Promise<Held> {
      const context = await fixture.browser.newContext(options)
      const { promise, resolve } = Promise.withResolvers<void>()
      await context.route('**/*.js', (route) => promise.then(() => route.continue()))
      if (hasWallet) await injectWallet(context, { accounts: [fixture.nextHolder().account] })
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await page.goto(fixture.portal.url, { waitUntil: 'commit' })
      await page.locator('footer').waitFor({ state: 'attached' })
      return { page, errors, release: resolve }
    }

    const GROUND = "getComputedStyle(document.querySelector('header')).backgroundColor"

    const SHIFTS = `new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value }))
      .observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 200)
  })`

    test.each([
      ['a phone without a wallet', PHONE, false],
      ['a phone with a wallet, in German', { ...PHONE, locale: 'de-DE' }, true],
      ['a desktop', DESKTOP, true],
      ['a desktop in the dark', { ...DESKTOP, colorScheme: 'dark' as const }, false],
    ])('on %s nothing jumps', async (_name, options, hasWallet) => {
      const { page, errors, release } = await openHeld(options, hasWallet)
      const heading = await page.locator('h1').boundingBox()
      const ground = await page.evaluate(GROUND)
      expect(await page.locator('main button:visible').count()).toBe(0)
      expect(await seriousViolations(page)).toEqual([])
      release()
      await page.locator('main button:visible').first().waitFor()
      await page.evaluate('document.fonts.ready.then(() => null)')
      expect(await page.locator('h1').boundingBox()).toEqual(heading)
      expect(await page.evaluate(GROUND)).toBe(ground)
      expect(await page.evaluate(SHIFTS)).toBeLessThan(MOST_SHIFT)
      expect(errors).toEqual([])
      await page.context().close()
    })

    test('a language that was chosen before is there from the first paint', async () => {
      const { page } = await fixture.visit({ wallet: null })
      await page.getByLabel('Language').selectOption('Deutsch')
      await page.getByRole('button', { name: 'Wallet verbinden' }).waitFor()
      const cookies = await page.context().cookies()
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const { html } = await htmlOf('/', { cookie, 'accept-language': 'en' })
      expect(html).toContain('<html lang="de" dir="ltr">')
      expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['ferry-language'])
    })

    test('HTML in another language than the chosen one is drawn anew, without an error', async () => {
      const { page, errors, close } = await openPage(fixture.browser, fixture.portal.url, {
        prepare: (context) => context.addInitScript("localStorage.setItem('ferry-language', 'de')"),
      })
      await page.getByRole('button', { name: 'Wallet verbinden' }).waitFor()
      expect(errors).toEqual([])
      await close()
    })

    test('the clock is read from the portal, not from HTML that may have been kept', async () => {
      const { claim } = await fixture.visit({
        prepare: (context) =>
          alterPageData(context, (data) => ({
            ...data,
            portal: data.portal && { ...data.portal, serverTime: 1_700_000_000 },
          })),
      })
      await claim()
    })
  })
})

describe('first screen', () => {
  const LONG_NAME = 'The Very Long Name Of A Token That Nobody Could Ever Shorten'
  const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
  const fixture = forAllTests(() =>
    openClaimFixture({
      holders: 10,
      settings: { tokenName: LONG_NAME, accentColor: ACCENT, logoUrl: LOGO },
    }),
  )
  afterEach(() => fixture.endVisits())

  test('it shows a welcome, the progress, and what protects the claim', async () => {
    const { page } = await fixture.visit()
    await page.getByRole('heading', { name: `Claim your ${LONG_NAME} tokens on Solana` }).waitFor()
    await page.getByText('Connect the wallet that held your coins.').waitFor()
    const progress = page.getByRole('navigation', { name: 'Progress' }).getByRole('listitem')
    expect(await progress.allInnerTexts()).toEqual([
      expect.stringContaining('Connect Wallet'),
      expect.stringContaining('Check Allocation'),
      expect.stringContaining('Submit Claim'),
    ])
    const step = page.locator('[aria-current=step]')
    await expect.poll(() => step.textContent()).toContain('Connect Wallet')
    await page.getByText('About this claim').click()
    for (const text of [
      'One claim per address.',
      'Exact amounts of the snapshot.',
      'Your signature is verified.',
    ]) {
      await page.getByText(text).waitFor()
    }
    const snapshot = await fixture.portal.app.store.snapshots.current()
    const hash = snapshot?.fileHash ?? 'no snapshot'
    const shortened = page.getByRole('button', { name: `${hash.slice(0, 6)}…${hash.slice(-4)}` })
    await shortened.focus()
    await page.getByRole('tooltip').getByText(hash).waitFor()

    await page.getByRole('button', { name: 'Connect Wallet' }).click()
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).waitFor()
    await expect.poll(() => step.textContent()).toContain('Check Allocation')
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
    await expect.poll(() => step.textContent()).toContain('Submit Claim')
  })

  test('it has the operator’s name, logo and accent', async () => {
    const { page } = await fixture.visit({
      context: { viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
    })
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    await expect.poll(() => page.title()).toBe(`Claim ${LONG_NAME}`)
    await page.getByRole('banner').getByText(LONG_NAME).waitFor()
    await expect.poll(() => page.getByRole('banner').locator('img').getAttribute('src')).toBe(LOGO)
    const accent = () =>
      page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--color-accent')")
    await expect.poll(() => accent()).toBe(accentPalette(ACCENT).dark.accent)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(accent).toBe(accentPalette(ACCENT).light.accent)
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  })
})
