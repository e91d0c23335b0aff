import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'

const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()"

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

interface BrowserOptions {
  /** Writes scripts that neither our fonts nor the package's have with the machine's: pages then look different elsewhere. */
  systemFonts?: boolean
}

/** Starts Chromium as its package carries it, without the flags by which that package loosens the browser's security. */
export async function launchBrowser({ systemFonts = false }: BrowserOptions = {}): Promise<Browser> {
  const folder = await unpackChromium()
  const fonts = join(folder, systemFonts ? 'all-fonts.conf' : 'fonts.conf')
  writeIfOther(fonts, fontsIn(join(folder, 'fonts'), systemFonts ? '/etc/fonts/fonts.conf' : ''))
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    chromiumSandbox: false,
    args: ['--font-render-hinting=none'],
    env: { ...process.env, FONTCONFIG_FILE: fonts },
  })
}

/**
 * The package unpacks itself into the folder for temporary files and uses whatever is there already: test
 * files that start at once would run an incomplete browser. So it is unpacked elsewhere, and moved there by
 * one rename.
 */
async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(MODULES, '.cache', `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(MODULES, '.cache'), { recursive: true })
  const aside = mkdtempSync(`${folder}-`)
  // In a process of its own: the folder for temporary files is the whole process's, and others are at work in this one.
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: MODULES,
    env: { ...process.env, TMPDIR: aside },
  })
  try {
    renameSync(aside, folder)
  } catch {
    rmSync(aside, { recursive: true, force: true })
  }
  return folder
}

/** The file names its own folder, which may have been moved. Several browsers that start at once read it. */
function writeIfOther(path: string, content: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, content)
  renameSync(aside, path)
}

/** A browser that finds no font at all does not start, and one that finds none of its own draws no text. */
function fontsIn(folder: string, besides = ''): string {
  const include = besides && `<include ignore_missing="yes">${besides}</include>`
  return `<?xml version="1.0"?><fontconfig>${include}<dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`
}

/** Longer than anything on the page takes, shorter than a test may. */
const TIMEOUT_MS = 30_000

export interface OpenedPage {
  page: Page
  /**
   * Errors in the console, without those about error responses, of the API or the page: tests expect such.
   */
  errors: string[]
  /** Requests to anywhere but the portal. */
  foreignRequests: string[]
  close(): Promise<void>
}

interface OpenPageOptions extends BrowserContextOptions {
  /** Prepares the browser before the page is opened. */
  prepare?(context: BrowserContext): Promise<unknown>
}

/** Opens an address as a new visitor. */
export async function openPage(
  browser: Browser,
  url: string,
  { prepare, ...options }: OpenPageOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(TIMEOUT_MS)
  await prepare?.(context)
  const page = await context.newPage()
  const errors: string[] = []
  const foreignRequests: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const about = message.location().url || url
    const isAnswer = message.text().startsWith('Failed to load resource')
    // What is fetched ahead, while a test has taken the network away, is asked for again once it is wanted.
    const isOffline = message.text().includes('ERR_INTERNET_DISCONNECTED')
    const isExpected = isAnswer && (isOffline || about === url || new URL(about).pathname.startsWith('/api/'))
    if (message.type() === 'error' && !isExpected) errors.push(message.text())
  })
  page.on('request', (request) => {
    const to = new URL(request.url())
    if (to.origin !== new URL(url).origin && to.protocol !== 'data:') foreignRequests.push(request.url())
  })
  await page.goto(url)
  return { page, errors, foreignRequests, close: () => context.close() }
}

/** Waits until a page shows a text. */
export const sees =
  (text: string | RegExp) =>
  ({ page }: { page: Page }): Promise<void> =>
    page.getByText(text).waitFor()

/** Finds the one toast that is shown, in any language of the page. */
export function toast(page: Page): Locator {
  return page.getByRole('region', { name: '(F8)' }).getByRole('listitem')
}

/** Waits for a toast with this title and text, word for word. */
export async function seeToast(page: Page, title: string, text: string): Promise<void> {
  const shown = toast(page).filter({ has: page.getByText(title, { exact: true }) })
  await shown.getByText(text, { exact: true }).waitFor()
}

/** Chooses a language of the claim page by its code, and waits until the page speaks it. */
export async function speak(page: Page, code: string): Promise<void> {
  await page.locator('footer select').first().selectOption(code)
  await page.locator(`html[lang^=${code}]`).waitFor({ state: 'attached' })
  await page.evaluate('document.fonts.ready.then(() => null)')
}

/** Overrides the browser's languages for the pages of a context. */
export function withLanguages(context: BrowserContext, languages: readonly string[]): Promise<unknown> {
  return context.addInitScript((given) => {
    Object.defineProperty(navigator, 'languages', { value: given })
    Object.defineProperty(navigator, 'language', { value: given[0] })
  }, languages)
}

const MOST_PRESSES = 60

/** Reads the name, or the text, of the focused element. */
export function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    "document.activeElement.getAttribute('aria-label') || document.activeElement.labels?.[0]?.textContent || document.activeElement.textContent",
  )
}

/** Presses Tab until an element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press('Tab')
    if (name.test(await focused(page))) return
  }
  throw new Error(`Tab never reaches ${name}`)
}

/** Lists the accessibility violations found by axe that keep somebody from using the page. */
export async function seriousViolations(page: Page): Promise<string[]> {
  // Its other mode opens a page of its own, without our content security policy.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    )
}
