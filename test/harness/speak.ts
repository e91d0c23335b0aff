import type { Page } from 'playwright-core'

/** Chooses a language of the claim page by its code, and waits until the page speaks it. */
export async function speak(page: Page, code: string): Promise<void> {
  await page.locator('footer select').first().selectOption(code)
  await page.locator(`html[lang^=${code}]`).waitFor({ state: 'attached' })
  await page.evaluate('document.fonts.ready.then(() => null)')
}
