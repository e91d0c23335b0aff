import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type AdminFixture, openAdminFixture } from '../harness/admin-fixture.ts'
import { seeToast } from '../harness/open-page.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture()
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const portal = () => fixture.call(endpoints.public.portal)

test('claims are paused and go on, at one click each', async () => {
  const { page, button } = await fixture.visit()
  await page.getByText('The window has no end.').waitFor()
  await button('Pause Claims').click()
  await seeToast(page, 'Claims Paused', 'No claim is accepted now.')
  expect(await portal()).toMatchObject({ claimsOpen: false, claimsPaused: true })
  await page.getByText('Claims are paused.').first().waitFor()
  await button('Accept Claims Again').click()
  await seeToast(page, 'Claim Window Changed', 'Claims are accepted now.')
  expect(await portal()).toMatchObject({ claimsOpen: true, claimsPaused: false })
})

test('the window and the banner are edited in one dialog', async () => {
  const { page, button, dialog } = await fixture.visit()
  await button('Change Window and Banner').click()
  await page.getByLabel('Claims open').fill('2026-01-01T12:00')
  await page.getByLabel('Claims close').fill('2025-01-01T12:00')
  await page.getByText('Claims have to close after they open.').waitFor()
  await expect.poll(() => dialog().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await page.getByLabel('Claims close').fill('2099-01-01T12:00')
  await page.getByLabel('Banner', { exact: true }).fill('Payouts begin on Monday.')
  await page.getByLabel('The banner is').selectOption('warning')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await seeToast(page, 'Claim Window Changed', 'Claims are accepted now.')
  expect(await portal()).toMatchObject({
    claimsOpen: true,
    claimsCloseAt: Date.parse('2099-01-01T12:00') / 1000,
    banner: { text: 'Payouts begin on Monday.', severity: 'warning' },
  })
  await page.getByText('Payouts begin on Monday.').waitFor()
})
