import type { Page } from 'playwright-core'

/** Keeps, from when a page is loaded, what its status strip said of the runs and the wallets as of each moment. */
export const STRIP_WATCH = `(() => {
  globalThis.stripsSeen = {}
  const note = () => {
    const lanes = document.querySelector('section[aria-label="What goes on"] > div > div')
    const moment = /^as of ([\\d:]+)$/.exec(lanes?.nextElementSibling?.lastElementChild?.textContent ?? '')
    if (!moment) return
    const said = (globalThis.stripsSeen[moment[1]] ??= [])
    if (!said.includes(lanes.textContent)) said.push(lanes.textContent)
  }
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
})()`

/** Returns what was seen, by the moments that were named. */
export function stripsSeen(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate<Record<string, string[]>>('globalThis.stripsSeen')
}
