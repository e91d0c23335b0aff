import type { BrowserContext } from 'playwright-core'
import { alterPageData } from './alter-page-data.ts'

/** Has pages come without the portal's data, as while the database does not answer: they ask for it, and draw all of it anew. */
export async function withoutPortalData(context: BrowserContext): Promise<void> {
  await alterPageData(context, (data) => ({ ...data, language: '', brand: data.portal, portal: null }))
}
