import type { BrowserContext, Page } from 'playwright-core'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PageData, PortalResponse } from '#api-schema/portal.ts'
import type { PortalStateBody } from '#api-schema/portal-state.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'

/** Returns the pattern of an endpoint's address, for a browser to intercept; `suffix` matches the query. */
export function globOf({ path }: Route, suffix = ''): string {
  return `**${path.replace(/:\w+/g, '*')}${suffix}`
}

/** Changes the replies of a route that the page reads. */
export async function alterReply<Reply extends object>(
  page: Page,
  path: string | RegExp,
  change: (reply: Reply) => Partial<Reply>,
): Promise<void> {
  await page.route(path, async (route) => {
    // The visit may end, or the page be loaded anew, at any moment: then the answer is not read.
    const response = await route.fetch().catch(() => null)
    const reply = (await response?.json().catch(() => null)) as Reply | null | undefined
    if (!response || !reply) return route.abort().catch(() => {})
    const json = { ...reply, ...change(reply) }
    await route.fulfill({ response, json }).catch(() => {})
  })
}

/** Changes the state of the whole that the panel shows. Its events end at once, so that it asks instead. */
export async function alterState(
  page: Page,
  change: (state: PortalStateBody) => Partial<PortalStateBody>,
): Promise<void> {
  const nothing = { contentType: 'text/event-stream', body: '' }
  await page.route(globOf(endpoints.admin.events), (route) => route.fulfill(nothing))
  await alterReply(page, globOf(endpoints.admin.state), change)
}

/** Moves the time of a page whose clock is installed, and the time that the portal tells it. */
export async function passTime(page: Page, passedMs: number): Promise<void> {
  await alterReply<PortalResponse>(page, globOf(endpoints.public.portal), ({ serverTime }) => ({
    serverTime: serverTime + passedMs / 1000,
  }))
  await page.clock.fastForward(passedMs)
}

/** Changes what the portal at an address tells of itself. */
export async function tellPortal(
  context: BrowserContext,
  url: string,
  change: Partial<PortalResponse>,
): Promise<void> {
  await withoutPortalData(context)
  await context.route(globOf(endpoints.public.portal), async (route) => {
    const told = await new PortalClient(url).send(endpoints.public.portal)
    await route.fulfill({ json: { ...told, ...change } })
  })
}

/** Changes the data in the HTML of the claim page. */
export async function alterPageData(
  context: BrowserContext,
  alter: (data: PageData) => PageData,
): Promise<void> {
  await context.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace(/(?<=id="page-data">)[^<]*/, (json) =>
        JSON.stringify(alter(JSON.parse(json))),
      )
      const { 'content-encoding': _packed, 'content-length': _length, ...headers } = response.headers()
      await route.fulfill({ status: response.status(), headers, body })
    },
  )
}

/** Has pages come without the portal's data, as while the database does not answer: they ask for it, and draw all of it anew. */
export async function withoutPortalData(context: BrowserContext): Promise<void> {
  await alterPageData(context, (data) => ({ ...data, language: '', brand: data.portal, portal: null }))
}
