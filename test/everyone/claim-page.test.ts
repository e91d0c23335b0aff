import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SCENES, showScene } from '../browser/scenes.ts'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'
import { seriousViolations } from '../harness/serious-violations.ts'
import { speak } from '../harness/speak.ts'

const PHONE = { width: 390, height: 844 }
const NARROWEST = { width: 320, height: 640 }
const THEMES = ['light', 'dark'] as const

/** The first language is looked at in both themes, the others in one of them in turn: colours are the same in all of them. */
const themesOf = (language: number) => (language === 0 ? THEMES : THEMES.slice(language % 2).slice(0, 1))

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture({ holders: Object.keys(SCENES).length * 2 + 1 })
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const theme = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).colorScheme')

const languagesOn = (page: Page) =>
  page.evaluate<string[]>("[...document.querySelector('footer select').options].map(({ value }) => value)")

const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth')

test.each(Object.keys(SCENES))(
  '%s keeps nobody out, in every language, light and dark, down to 320 px',
  { timeout: 180_000 },
  async (name) => {
    const page = await showScene(fixture, name, { viewport: PHONE, colorScheme: 'light' })
    // Whoever is warned of everything is warned of nothing.
    expect(await page.locator('[data-weight=highest]').count()).toBeLessThanOrEqual(1)
    for (const [index, code] of (await languagesOn(page)).entries()) {
      await speak(page, code)
      for (const colorScheme of themesOf(index)) {
        await page.emulateMedia({ colorScheme })
        await expect.poll(() => theme(page)).toBe(colorScheme)
        expect(await seriousViolations(page), `${code}, ${colorScheme}`).toEqual([])
      }
      await page.setViewportSize(NARROWEST)
      await expect.poll(() => widthOf(page), { message: code }).toBeLessThanOrEqual(NARROWEST.width)
      await page.setViewportSize(PHONE)
    }
  },
)
