import type { BrowserContext } from 'playwright-core'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { globOf } from './glob-of.ts'
import { withoutPortalData } from './without-portal-data.ts'

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
