import type { Page } from 'playwright-core'

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
