import type { Page } from 'playwright-core'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalStateBody } from '#api-schema/portal-state.ts'
import { alterReply } from './alter-reply.ts'
import { globOf } from './glob-of.ts'

/** Changes the state of the whole that the panel shows. Its events end at once, so that it asks instead. */
export async function alterState(
  page: Page,
  change: (state: PortalStateBody) => Partial<PortalStateBody>,
): Promise<void> {
  const nothing = { contentType: 'text/event-stream', body: '' }
  await page.route(globOf(endpoints.admin.events), (route) => route.fulfill(nothing))
  await alterReply(page, globOf(endpoints.admin.state), change)
}
