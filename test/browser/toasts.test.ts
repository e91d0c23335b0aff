import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seeToast, toast } from '../harness/open-page.ts'

let page: Page
const fixture = forAllTests(() => openClaimFixture({ holders: 10 }))
beforeEach(async () => {
  ;({ page } = await fixture.visit({
    wallet: null,
    path: '/test',
    prepare: (context) => context.clock.install(),
  }))
  // It is fetched after the first view.
  await page.getByRole('region', { name: '(F8)' }).waitFor({ state: 'attached' })
})
afterEach(() => fixture.endVisits())

/** Has the page's time stand still, so that no toast goes by itself. */
const stopTime = () => page.clock.pauseAt(Date.now() + 60_000)
const pop = () => page.getByRole('button', { name: 'Test Button' }).click()

async function drag(shown: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await shown.boundingBox()
  if (!box) throw new Error('The toast is not to be seen')
  const [x, y] = [box.x + 60, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 })
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 })
  await page.mouse.up()
}

test('one is visible at a time', async () => {
  await pop()
  await seeToast(page, 'Test', 'The page works in this browser.')
  await pop()
  await pop()
  await expect.poll(() => toast(page).count()).toBe(1)
})

test('it disappears after five seconds', async () => {
  await stopTime()
  await pop()
  await page.clock.runFor(4_900)
  await expect.poll(() => toast(page).count()).toBe(1)
  await page.clock.runFor(200)
  await toast(page).waitFor({ state: 'detached' })
})

test('a swipe of 50 px to the right takes it away; a shorter one, or one to the left, does not', async () => {
  await stopTime()
  await pop()
  await toast(page).waitFor()
  await drag(toast(page), { x: 40, y: 0 })
  await drag(toast(page), { x: -120, y: 0 })
  await expect.poll(() => toast(page).count()).toBe(1)
  await drag(toast(page), { x: 70, y: 0 })
  await toast(page).waitFor({ state: 'detached' })
})

test('F8 leads to the notifications, and the keyboard closes them', async () => {
  await stopTime()
  await pop()
  await toast(page).waitFor()
  await page.keyboard.press('F8')
  const focusedRole = 'document.activeElement.closest("[role=region]")?.getAttribute("aria-label")'
  await expect.poll(() => page.evaluate(focusedRole)).toBe('Notifications (F8)')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await toast(page).waitFor({ state: 'detached' })
})

test('it can be closed', async () => {
  await stopTime()
  await pop()
  await toast(page).getByRole('button', { name: 'Close' }).click()
  await toast(page).waitFor({ state: 'detached' })
})
