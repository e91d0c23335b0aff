import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, FrameLocator, Page } from 'playwright-core'

/** A request of a Safe App to the Safe that shows it, as Safe's own SDK sends it. */
export type SafeAnswer = (method: string, params: unknown) => unknown

/** A page of another origin, which shows pages in a frame and speaks for a Safe. */
export interface SafeSite {
  origin: string
  /** Shows a page. `answer` throws where the Safe refuses. */
  show(browser: Browser, url: string, answer: SafeAnswer): Promise<ShownApp>
  close(): Promise<void>
}

export interface ShownApp {
  page: Page
  app: FrameLocator
  close(): Promise<void>
}

const PAGE = `<!doctype html><title>Safe</title>
<iframe style="width:100%;height:90vh"></iframe>
<script>
  const frame = document.querySelector('iframe')
  frame.src = new URLSearchParams(location.search).get('app')
  addEventListener('message', async ({ data, source }) => {
    if (source !== frame.contentWindow || !data || !data.method) return
    const answer = await window.answerAsSafe(data.method, data.params)
    source.postMessage({ id: data.id, version: '9.1.0', ...answer }, '*')
  })
</script>`

export async function startSafeSite(): Promise<SafeSite> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async show(browser, url, answer) {
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
      context.setDefaultTimeout(30_000)
      await context.exposeFunction('answerAsSafe', async (method: string, params: unknown) => {
        try {
          return { success: true, data: await answer(method, params) }
        } catch (error) {
          return { success: false, error: String(error) }
        }
      })
      const page = await context.newPage()
      await page.goto(`${origin}/?app=${encodeURIComponent(url)}`)
      return { page, app: page.frameLocator('iframe'), close: () => context.close() }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
