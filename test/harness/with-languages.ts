import type { BrowserContext } from 'playwright-core'

/** Has the pages of a browser be told other languages than it speaks. */
export function withLanguages(context: BrowserContext, languages: readonly string[]): Promise<unknown> {
  return context.addInitScript((told) => {
    Object.defineProperty(navigator, 'languages', { value: told })
    Object.defineProperty(navigator, 'language', { value: told[0] })
  }, languages)
}
