import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'

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

export interface OpenPageOptions extends BrowserContextOptions {
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
    const isExpected = isAnswer && (about === url || new URL(about).pathname.startsWith('/api/'))
    if (message.type() === 'error' && !isExpected) errors.push(message.text())
  })
  page.on('request', (request) => {
    const to = new URL(request.url())
    if (to.origin !== new URL(url).origin && to.protocol !== 'data:') foreignRequests.push(request.url())
  })
  await page.goto(url)
  return { page, errors, foreignRequests, close: () => context.close() }
}

/** Finds the one toast that is shown, in any language of the page. */
export function toast(page: Page): Locator {
  return page.getByRole('region', { name: '(F8)' }).getByRole('listitem')
}

/** Waits for a toast with this title and text, word for word. */
export async function seeToast(page: Page, title: string, text: string): Promise<void> {
  const shown = toast(page).filter({ has: page.getByText(title, { exact: true }) })
  await shown.getByText(text, { exact: true }).waitFor()
}
