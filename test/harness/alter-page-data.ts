import type { BrowserContext } from 'playwright-core'
import type { PageData } from '#api-schema/page-shell.ts'

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
