import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { speak } from '../harness/open-page.ts'
import { ADMIN_SCENES } from './admin-scenes.ts'
import { takeAdminScreenshots } from './admin-screenshots.ts'
import { recordDemo } from './record-demo.ts'
import { SCENES, showScene } from './scenes.ts'

const USAGE = `Takes pictures of every screen: the claim page on a phone and a desktop, the panel on a desktop, a tablet and a phone, light and dark.

  npm run screenshots                  all of them, into test-results/screenshots
  npm run screenshots -- form-filled   one of them
  npm run screenshots -- --language ru the claim page's in another language
  npm run screenshots -- --rtl         the claim page's as in a language that is written from right to left
  npm run screenshots -- --readme      those of the README, into docs/images, by a walk through npm run demo
`

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  hasTouch: true,
}
const DEVICES: Record<string, BrowserContextOptions> = {
  phone: PHONE,
  desktop: { viewport: { width: 1440, height: 900 } },
}
const AMOUNT_WEI = 5_988_626_491_000_000_000_000n

const folderOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    readme: { type: 'boolean', default: false },
    language: { type: 'string' },
    rtl: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !(name in SCENES || name in ADMIN_SCENES))
if (values.help || unknown.length > 0) {
  console.log(USAGE)
  if (unknown.length > 0) console.log(`There is no screen ${unknown.join(', ')}.`)
  process.exit(unknown.length > 0 ? 1 : 0)
}

const wanted = (scenes: object) =>
  Object.keys(scenes).filter((name) => positionals.length === 0 || positionals.includes(name))
if (values.readme) {
  await recordDemo(folderOf('docs/images'))
  process.exit()
}
const names = wanted(SCENES)
const isOfClaimPage = values.language !== undefined || values.rtl
const panelNames = isOfClaimPage ? [] : wanted(ADMIN_SCENES)
const fixture = await openClaimFixture({
  holders: names.length * 8 + 1,
  amountWei: AMOUNT_WEI,
  systemFonts: true,
})

async function take(name: string, path: string, context: BrowserContextOptions): Promise<void> {
  const page = await showScene(fixture, name, context)
  if (values.language !== undefined) await speak(page, values.language)
  if (values.rtl) await page.evaluate("document.documentElement.dir = 'rtl'")
  await seeWholePage(page)
  await page.screenshot({ path, animations: 'disabled' })
  await page.context().close()
}

/** Makes the window as high as the page: what stays in view at the foot of a window is then at the foot of the page. */
async function seeWholePage(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.max(whole, height) })
}

for (const [device, context] of Object.entries(DEVICES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const folder = join(folderOf('test-results/screenshots'), `${device}-${colorScheme}`)
    mkdirSync(folder, { recursive: true })
    for (const name of names) await take(name, join(folder, `${name}.png`), { ...context, colorScheme })
  }
}
if (panelNames.length > 0) await takeAdminScreenshots(folderOf('test-results/screenshots'), panelNames)
console.log(
  `${names.length + panelNames.length} screens, each in light and dark on every device, are in ${folderOf('test-results/screenshots')}`,
)
await fixture.close()
