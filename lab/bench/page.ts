import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/harness/open-page.ts'
import { startDemoPortal } from '../../test/harness/start-demo-portal.ts'
import type { Benchmark, Figures } from './benchmark.ts'

const NETWORKS = {
  unthrottled: { latencyMs: 0, kbitPerSecond: -1, cpu: 1 },
  'slow 4G': { latencyMs: 562, kbitPerSecond: 1_440, cpu: 4 },
  '3G': { latencyMs: 2_000, kbitPerSecond: 400, cpu: 4 },
}

const LANGUAGES = { English: 'en-GB', German: 'de-DE' }

const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36',
}

/** In the page: paints, shifts and bytes so far. */
const READ_ENTRIES = `new Promise((resolve) => {
  const seen = { lcp: 0, cls: 0 }
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.cls += value })
  const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  setTimeout(() => resolve({
    'first paint ms': performance.getEntriesByName('first-contentful-paint')[0].startTime,
    'largest paint ms': seen.lcp,
    'layout shift': seen.cls,
    'HTML kB': loaded[0].transferSize / 1000,
    'all kB': loaded.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
  }), 500)
})`

/**
 * First visits to the claim page of a real portal, in Chromium. Its throttling adds the latency to each request (connections cost
 * nothing more), and the rate holds for all of them together.
 */
export const page: Benchmark = {
  about: 'a first visit to the claim page on a phone, on slow networks and with a slow processor',
  rounds: 3,
  size: 1,
  async prepare({ parts }) {
    const browser = await launchBrowser()
    parts.defer(() => browser.close())
    const portal = await startDemoPortal({ demoWallet: false })
    parts.defer(() => portal.close())
    return {
      contestants: Object.entries(NETWORKS).flatMap(([network, terms]) =>
        Object.entries(LANGUAGES).map(([language, locale]) => ({
          name: `${network}, ${language}`,
          measure: () => visit(browser, portal.url, terms, locale),
        })),
      ),
      targets: Object.keys(LANGUAGES).map((language) => ({
        of: `unthrottled, ${language}`,
        figure: 'layout shift',
        atMost: 0.1,
      })),
    }
  },
}

async function visit(
  on: Browser,
  url: string,
  { latencyMs, kbitPerSecond, cpu }: (typeof NETWORKS)['3G'],
  locale: string,
): Promise<Figures> {
  const context = await on.newContext({ ...PHONE, locale })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const throughput = kbitPerSecond === -1 ? -1 : (kbitPerSecond * 1000) / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await page.goto(url, { timeout: 60_000 })
  await page.locator('main a, main button').first().waitFor({ timeout: 60_000 })
  const usableMs: number = await page.evaluate('performance.now()')
  await page.waitForLoadState('networkidle', { timeout: 60_000 })
  const entries: Figures = await page.evaluate(READ_ENTRIES)
  await context.close()
  return { ...entries, 'usable ms': usableMs }
}
