import type { Page } from 'playwright-core'

/** What a screen reader stops at; the text between is left out. */
const STOPS = /^(heading|button|textbox|combobox|checkbox|link|navigation|region|list|img|alert|status)\b/

/** Lists what a screen reader stops at, in the order that it reads: each with its role, name and state. Shortened hashes are left out. */
export async function readThrough(page: Page, part: 'banner' | 'main' | 'contentinfo' = 'main') {
  const tree = await page.getByRole(part).ariaSnapshot()
  const lines = tree.split('\n').map((line) => line.trim().replace(/^- '?/, '').replace(/'?:$/, ''))
  return lines.filter((line) => STOPS.test(line)).map((line) => line.replace(/"\w+…\w+"/, '"…"'))
}

/** Reads the description of a field or a button: what is read after its name. */
export async function describedBy(page: Page, role: 'textbox' | 'button', name: string): Promise<string> {
  const ids = await page.getByRole(role, { name, exact: true }).getAttribute('aria-describedby')
  const parts = (ids ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).textContent())
  return (await Promise.all(parts)).join(' ')
}
