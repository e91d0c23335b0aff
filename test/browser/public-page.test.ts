import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_VIEW_BUDGET_BYTES, firstViewScripts } from '#bin/first-view.ts'
import type { ClaimControls } from '#domain/claim-controls.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { builtPage } from '../harness/built-page.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { launchBrowser, openPage, seeToast } from '../harness/open-page.ts'
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

describe('claim window', () => {
  const fixture = forAllTests(openClaimFixture)
  afterEach(() => fixture.endVisits())

  const proceed = { name: 'Proceed to Claim Form' }
  const submit = { name: 'Sign & Submit Claim' }

  /** Changes the window, a pause or the banner as an operator does. */
  async function change(controls: Partial<ClaimControls>): Promise<void> {
    const { store, claimControls } = fixture.portal.app
    const unchanged = {
      claimsOpenAtMs: null,
      claimsCloseAtMs: null,
      isPaused: false,
      pauseMessage: null,
      banner: null,
    }
    await store.claimControls.change(
      unchanged,
      { ...unchanged, ...controls },
      { atMs: 1, action: 'change_claim_controls', subject: 'claims', detail: '' },
    )
    claimControls.forget()
  }

  const inSeconds = (seconds: number) => (Math.ceil(Date.now() / 1000) + seconds) * 1000

  test('a page that waits for the opening updates by itself, and can claim', async () => {
    const opensAtMs = inSeconds(12)
    await change({ claimsOpenAtMs: opensAtMs, claimsCloseAtMs: opensAtMs + 3_600_000 })
    const { page } = await fixture.visit({
      wallet: { connected: true },
      context: { timezoneId: 'Asia/Tokyo' },
    })
    await page.getByText('Claims are not open yet').waitFor()
    await page.getByText(/^They open at .* UTC\. Where you are: /).waitFor()
    await expect.poll(() => page.getByRole('button', proceed).isDisabled()).toBe(true)

    await page.getByRole('button', proceed).click({ timeout: 30_000 })
    expect(Date.now()).toBeGreaterThanOrEqual(opensAtMs)
    await page.getByText(/^Claims close at .* UTC\.$/).waitFor()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    await page.getByRole('button', submit).click()
    await page.getByText('Claim Submitted Successfully').waitFor()
  })

  test('a claim that is signed too late is refused, and the page has shown so already', async () => {
    await change({ claimsCloseAtMs: inSeconds(15) })
    const { page, wallet, goToForm } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    const sign = wallet.hold('personal_sign')
    await page.getByRole('button', submit).click()
    await page.getByText('Claims are closed').waitFor({ timeout: 30_000 })
    sign()
    await seeToast(page, 'Submission Failed', 'Claims are closed.')
    await expect.poll(() => page.getByRole('button', submit).isDisabled()).toBe(true)
  })

  test('after the end the allocation is still shown', async () => {
    await change({ claimsCloseAtMs: inSeconds(-60) })
    const { page } = await fixture.visit({ wallet: { connected: true } })
    await page.getByText('Claims are closed').waitFor()
    await page.getByText(/^They closed at .* UTC/).waitFor()
    await page.getByText('Eligible', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', proceed).isDisabled()).toBe(true)
  })

  test('while claims are paused the page says so, and a banner is shown to everybody', async () => {
    const banner = { text: 'We look into a report.\nNothing is lost.', severity: 'warning' as const }
    await change({ isPaused: true, banner })
    const { page } = await fixture.visit({ wallet: { connected: true } })
    await page.getByText('Claims are paused').waitFor()
    await page.getByText('We look into a report.').waitFor()
    await expect.poll(() => page.getByRole('button', proceed).isDisabled()).toBe(true)
  })

  test('a claim that is signed after the pause began is refused in words', async () => {
    await change({})
    const { page, wallet, goToForm } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    const sign = wallet.hold('personal_sign')
    await page.getByRole('button', submit).click()
    await page.getByText('Your wallet asks you to sign').waitFor()
    await change({ isPaused: true })
    sign()
    await seeToast(
      page,
      'Submission Failed',
      'Claims are paused. Nothing was submitted. Your allocation stays: try again later.',
    )
  })
})

describe('networks', () => {
  const BNB = 'BNB Smart Chain Mainnet'
  const EGON = 'EgonCoin Mainnet'
  const fixture = forAllTests(openClaimFixture)
  afterEach(() => fixture.endVisits())

  test('each is shown with its name, symbol and chain id, and the current one is marked', async () => {
    const { page, openNetworks } = await fixture.visit()
    await openNetworks()
    const cards = page.getByRole('region', { name: /^Networks/ }).getByRole('listitem')
    await cards.nth(0).getByText('EGON · Chain ID 271 (0x10f)').waitFor()
    const bnb = cards.filter({ hasText: BNB })
    await bnb.getByText('BNB · Chain ID 56 (0x38)').waitFor()
    await bnb.getByText('Current').waitFor()
    await expect.poll(() => bnb.getByRole('button', { name: 'Switch' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: `Switch: ${EGON}` }).count()).toBe(1)
    await expect.poll(() => page.getByText('Wrong Network').count()).toBe(0)
  })

  test('a chain that is not supported is warned of, until the wallet leaves it', async () => {
    const { page } = await fixture.visit({ wallet: { chainId: '0x1' } })
    await page.getByText('Wrong Network').waitFor()
    await page.getByRole('button', { name: `Switch: ${BNB}` }).click()
    await seeToast(page, 'Network Switched', `Your wallet is on ${BNB}.`)
    await page.getByText('Current').waitFor()
    await expect.poll(() => page.getByText('Wrong Network').count()).toBe(0)
  })

  test('a network that the wallet does not know is added first', async () => {
    const { page, wallet, openNetworks } = await fixture.visit()
    await openNetworks()
    await page.getByRole('button', { name: `Switch: ${EGON}` }).click()
    await seeToast(page, 'Network Not Found', 'Please add this network to the wallet first')
    await page.getByText('Network not found in the wallet').waitFor()
    await page.getByRole('button', { name: `Add to wallet: ${EGON}` }).click()
    await seeToast(page, 'Network Added', `${EGON} is in your wallet.`)
    await page.getByRole('button', { name: `Switch: ${EGON}` }).click()
    await seeToast(page, 'Network Switched', `Your wallet is on ${EGON}.`)
    expect(wallet.chainId).toBe('0x10f')
  })

  test('a wallet that switches without an event is asked for its chain', async () => {
    const { page, wallet } = await fixture.visit({ wallet: { chainId: '0x1' } })
    await page.getByText('Wrong Network').waitFor()
    wallet.answer('wallet_switchEthereumChain', null)
    wallet.chainId = '0x38'
    await page.getByRole('button', { name: `Switch: ${BNB}` }).click()
    await page.getByText('Current').waitFor()
  })
})
