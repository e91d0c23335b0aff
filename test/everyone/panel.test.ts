import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ADMIN_SCENES, furnish, showAdminScene, showLogin } from '../browser/admin-scenes.ts'
import { type AdminFixture, openAdminFixture } from '../harness/admin-fixture.ts'
import { seriousViolations } from '../harness/serious-violations.ts'

const NARROW = 768
const PHONE = 390
/** axe looks at every row of a page of claims, twice. */
const LONG = { timeout: 90_000 }

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture({ holders: 80 })
  await furnish(fixture)
}, 120_000)
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const width = (page: Page) => page.evaluate('document.documentElement.scrollWidth')
const theme = (page: Page) => page.evaluate('document.documentElement.dataset.theme')

test.each(Object.keys(ADMIN_SCENES))(
  '%s keeps nobody out, in light and dark, at 768 px, and fits a phone',
  LONG,
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
