import type { BrowserContext } from 'playwright-core'

/** Overrides the browser's languages for the pages of a context. */
export function withLanguages(context: BrowserContext, languages: readonly string[]): Promise<unknown> {
  return context.addInitScript((given) => {
    Object.defineProperty(navigator, 'languages', { value: given })
    Object.defineProperty(navigator, 'language', { value: given[0] })
  }, languages)
}
