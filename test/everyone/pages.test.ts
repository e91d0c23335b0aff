import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_SCENES, furnish, showAdminScene, showLogin } from '../browser/admin-scenes.ts'
import { SCENES, showScene } from '../browser/scenes.ts'
import { openAdminFixture } from '../harness/admin-fixture.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seriousViolations, speak } from '../harness/open-page.ts'

describe('claim page', () => {
  const PHONE = { width: 390, height: 844 }
  const NARROWEST = { width: 320, height: 640 }
  const THEMES = ['light', 'dark'] as const

  /** The first language is looked at in both themes, the others in one of them in turn: colours are the same in all of them. */
  const themesOf = (language: number) => (language === 0 ? THEMES : THEMES.slice(language % 2).slice(0, 1))

  const fixture = forAllTests(() => openClaimFixture({ holders: Object.keys(SCENES).length * 2 + 1 }))
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
})

describe('panel', () => {
  const NARROW = 768
  const PHONE = 390
  /** axe looks at every row of a page of claims, twice. */

  const fixture = forAllTests(() => openAdminFixture({ holders: 80 }), 120_000)
  beforeAll(() => furnish(fixture), 120_000)
  afterEach(() => fixture.endVisits())

  const width = (page: Page) => page.evaluate('document.documentElement.scrollWidth')
  const theme = (page: Page) => page.evaluate('document.documentElement.dataset.theme')

  test.each(Object.keys(ADMIN_SCENES))(
    '%s keeps nobody out, in light and dark, at 768 px, and fits a phone',
    async (name) => {
      const { page } = await showAdminScene(fixture, name, {
        viewport: { width: NARROW, height: 900 },
        colorScheme: 'light',
      })
      expect(await seriousViolations(page)).toEqual([])
      await expect.poll(() => width(page)).toBeLessThanOrEqual(NARROW)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(() => theme(page)).toBe('dark')
      expect(await seriousViolations(page)).toEqual([])
      await page.setViewportSize({ width: PHONE, height: 844 })
      await expect.poll(() => width(page)).toBeLessThanOrEqual(PHONE)
    },
  )

  test('nor does the sign-in', async () => {
    const { page } = await showLogin(fixture, { viewport: { width: 320, height: 640 } })
    expect(await seriousViolations(page)).toEqual([])
    await expect.poll(() => width(page)).toBeLessThanOrEqual(320)
    await page.context().close()
  })
})
