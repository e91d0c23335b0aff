import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_VIEW_BUDGET_BYTES, firstViewScripts } from '#bin/first-view.ts'
import { launchBrowser } from '../harness/browser.ts'
import { builtPage } from '../harness/built-page.ts'
import { openPage } from '../harness/open-page.ts'
import { type DemoPortal, startDemoPortal } from '../harness/start-demo-portal.ts'

const SIZING = new URL('../../docs/operations/sizing.md', import.meta.url)

/** Sums up the JavaScript of the built page's first view. */
const bytesOf = (distDir: string) => firstViewScripts(distDir).reduce((sum, { bytes }) => sum + bytes, 0)

describe('in the browser', () => {
  let browser: Browser
  let portal: DemoPortal
  beforeAll(async () => {
    ;[browser, portal] = await Promise.all([launchBrowser(), startDemoPortal({ demoWallet: false })])
  })
  afterAll(async () => {
    await browser?.close()
    await portal?.close()
  })

  test.each([
    ['/', 'Connect Wallet', 200],
    ['/test', 'Test Button', 200],
  ])('%s keeps to its policy, and makes no request to other origins', async (path, button, status) => {
    const { page, errors, foreignRequests, close } = await openPage(browser, portal.url + path)
    await page.getByRole('button', { name: button }).waitFor()
    await page.evaluate('document.fonts.ready.then(() => null)')
    expect(errors).toEqual([])
    expect(foreignRequests).toEqual([])
    expect((await page.reload())?.status()).toBe(status)
    await close()
  })

  test('the test page has its title, its heading and its button', async () => {
    const { page, close } = await openPage(browser, `${portal.url}/test`)
    await page.getByRole('heading', { name: 'Network Selection' }).waitFor()
    await expect.poll(() => page.title()).toBe('EVM to Solana Migration')
    await close()
  })

  test('the first view takes no more JavaScript over the wire than it may', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const scripts: Promise<{ encoding: string | undefined; bytes: number }>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      const encoding = response.headerValue('content-encoding')
      scripts.push(
        Promise.all([encoding, response.request().sizes()]).then(([name, { responseBodySize }]) => ({
          encoding: name ?? undefined,
          bytes: responseBodySize,
        })),
      )
    })
    await page.goto(portal.url, { waitUntil: 'networkidle' })
    // Later screens are fetched from now on.
    page.removeAllListeners('response')
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    const loaded = await Promise.all(scripts)
    expect(loaded.map(({ encoding }) => encoding)).toEqual(loaded.map(() => 'br'))
    const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total).toBeGreaterThan(20_000)
    expect(total).toBeLessThanOrEqual(FIRST_VIEW_BUDGET_BYTES)
    expect(total).toBe(bytesOf(await builtPage()))
    await context.close()
  })

  test('an unknown path shows the 404 page', async () => {
    const { page, close } = await openPage(browser, `${portal.url}/elsewhere`)
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    expect((await page.reload())?.status()).toBe(404)
    await close()
  })

  test('inline scripts and inline styles are refused', async () => {
    const { page, errors, close } = await openPage(browser, portal.url)
    await page.addScriptTag({ content: 'globalThis.injected = true' }).catch(() => {})
    await expect.poll(() => page.evaluate("'injected' in globalThis")).toBe(false)
    await expect.poll(() => errors.join()).toMatch(/Content Security Policy/)
    await close()
  })
})

describe('as it was built', () => {
  let dist = ''
  beforeAll(async () => {
    dist = await builtPage()
  })

  test('its first view is as large as docs/operations/sizing.md says', () => {
    const [, kB] = /(\d+) kB of JavaScript and/.exec(readFileSync(SIZING, 'utf8')) ?? []
    expect(Math.abs(Number(kB) - bytesOf(dist) / 1000)).toBeLessThan(1)
  })

  /** Collects everything that the public page can load: the files that it names, and those that they name in turn. */
  function reachedFrom(name: string, reached = new Map<string, string>()): Map<string, string> {
    const text = readFileSync(join(dist, name), 'utf8')
    reached.set(name, text)
    for (const file of readdirSync(join(dist, 'assets'))) {
      const path = `assets/${file}`
      if (!reached.has(path) && text.includes(file)) reachedFrom(path, reached)
    }
    return reached
  }

  test('the public bundle contains neither the flag nor the panel', () => {
    const reached = reachedFrom('index.html')
    expect([...reached.keys()].filter((name) => name.endsWith('.js')).length).toBeGreaterThan(1)
    for (const [name, text] of reached) {
      for (const secret of ['operator', '/api/admin', '/api/bulk-sender', 'admin-token', 'Admin Login']) {
        expect(text.includes(secret), `${name} holds "${secret}"`).toBe(false)
      }
    }
    const admin = [...reachedFrom('admin.html').values()].join()
    expect(admin).toContain('/api/bulk-sender')
  })
})
