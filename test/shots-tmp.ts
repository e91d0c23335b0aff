import { launchBrowser } from './harness/browser.ts'
import { startDemoPortal } from './harness/start-demo-portal.ts'
const [browser, portal] = await Promise.all([launchBrowser(), startDemoPortal({ demoWallet: false, settings: { expectedPayoutAtMs: Date.UTC(2099, 7, 1, 12), claimsCloseAtMs: Date.UTC(2099, 6, 15, 12) } })])
for (const [w, h] of [[1440, 900], [390, 844]] as const) for (const colorScheme of ['light', 'dark'] as const) {
  for (const mode of ['shell', 'noscript', 'live'] as const) {
    const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme, javaScriptEnabled: mode !== 'noscript', locale: colorScheme === 'dark' ? 'de-DE' : 'en-GB', ...(w === 390 && { hasTouch: true, userAgent: 'iPhone' }) })
    const page = await context.newPage()
    if (mode === 'shell') await page.route('**/*.js', () => {})
    page.on('console', (m) => m.type() === 'error' && console.log(mode, m.text()))
    page.on('pageerror', (m) => console.log(mode, m.message))
    await page.goto(portal.url, { waitUntil: 'commit' })
    await new Promise((r) => setTimeout(r, 1500))
    if (mode === 'live') await page.locator('main button').first().waitFor()
    await page.screenshot({ path: `/tmp/pC-shots/${w}-${colorScheme}-${mode}.png`, timeout: 5000 }).catch((e) => console.log(String(e).slice(0, 200)))
    await context.close()
  }
}
for (const path of ['/test', '/nowhere']) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(portal.url + path)
  await page.screenshot({ path: `/tmp/pC-shots/${path.slice(1)}.png` })
  await context.close()
}
await browser.close(); await portal.close()
