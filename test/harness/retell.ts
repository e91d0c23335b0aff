import type { Page } from 'playwright-core'

/** Changes what the page reads of a route. */
export async function retell<Told extends object>(
  page: Page,
  path: string | RegExp,
  change: (told: Told) => Partial<Told>,
): Promise<void> {
  await page.route(path, async (route) => {
    // The visit may end, or the page be loaded anew, at any moment: then nobody waits for the answer.
    const response = await route.fetch().catch(() => null)
    const told = (await response?.json().catch(() => null)) as Told | null | undefined
    if (!response || !told) return route.abort().catch(() => {})
    const json = { ...told, ...change(told) }
    await route.fulfill({ response, json }).catch(() => {})
  })
}
