import { writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { readOptions } from '#bin/read-options.ts'
import { launchBrowser } from '../../test/harness/browser.ts'
import { startDemoPortal } from '../../test/harness/start-demo-portal.ts'

/**
 * Measures a first visit to the claim page of a real portal on a phone, in Chromium: first contentful paint, largest
 * contentful paint, cumulative layout shift, when the page can be used, and bytes. Chromium's throttling adds the latency to each request
 * (connections cost nothing more), and the rate holds for all of them together.
 */

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
    fcpMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    lcpMs: seen.lcp,
    cls: seen.cls,
    bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0),
    htmlBytes: loaded[0].transferSize,
  }), 500)
})`

interface Visit {
  fcpMs: number
  lcpMs: number
  cls: number
  usableMs: number
  bytes: number
  htmlBytes: number
}

const values = readOptions({
  runs: { type: 'string', default: '3' },
  json: { type: 'string' },
})

const [browser, portal] = await Promise.all([launchBrowser(), startDemoPortal({ demoWallet: false })])
const report: Record<string, Visit> = {}
try {
  console.log(`${'network, language'.padEnd(24)}   FCP     LCP     usable  CLS     HTML     all`)
  for (const [network, terms] of Object.entries(NETWORKS)) {
    for (const [language, locale] of Object.entries(LANGUAGES)) {
      const visits: Visit[] = []
      for (let run = 0; run < Number(values.runs); run += 1) visits.push(await visit(browser, terms, locale))
      const name = `${network}, ${language}`
      report[name] = medianOf(visits)
      console.log(`${name.padEnd(24)}   ${lineOf(report[name])}`)
    }
  }
} finally {
  await browser.close()
  await portal.close()
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)

async function visit(
  on: Browser,
  { latencyMs, kbitPerSecond, cpu }: (typeof NETWORKS)['3G'],
  locale: string,
): Promise<Visit> {
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
  await page.goto(portal.url, { timeout: 60_000 })
  await page.locator('main a, main button').first().waitFor({ timeout: 60_000 })
  const usableMs: number = await page.evaluate('performance.now()')
  await page.waitForLoadState('networkidle', { timeout: 60_000 })
  const entries: Omit<Visit, 'usableMs'> = await page.evaluate(READ_ENTRIES)
  await context.close()
  return { ...entries, usableMs }
}

function medianOf(visits: Visit[]): Visit {
  const middle = (key: keyof Visit) => {
    const sorted = visits.map((each) => each[key]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  return {
    fcpMs: Math.round(middle('fcpMs')),
    lcpMs: Math.round(middle('lcpMs')),
    usableMs: Math.round(middle('usableMs')),
    cls: Math.round(middle('cls') * 10_000) / 10_000,
    bytes: middle('bytes'),
    htmlBytes: middle('htmlBytes'),
  }
}

function lineOf({ fcpMs, lcpMs, usableMs, cls, htmlBytes, bytes }: Visit): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`.padEnd(8)
  const kB = (count: number) => `${(count / 1000).toFixed(1)} kB`.padEnd(9)
  return [
    seconds(fcpMs),
    seconds(lcpMs),
    seconds(usableMs),
    cls.toFixed(4).padEnd(8),
    kB(htmlBytes),
    kB(bytes),
  ].join('')
}
