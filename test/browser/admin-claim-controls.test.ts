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

test('operator 7: claims are paused with words for claimants, and go on, after a question each', async () => {
  const { page, button, dialog } = await fixture.visit()
  await page.getByText('The window has no end.').waitFor()
  await button('Pause Claims').click()
  await page.getByLabel('Message to claimants').fill('We look into a report.')
  expect(await portal()).toMatchObject({ claimsOpen: true })
  await dialog().getByRole('button', { name: 'Pause Claims' }).click()
  await seeToast(page, 'Claims Paused', 'No claim is accepted now.')
  expect(await portal()).toMatchObject({
    claimsOpen: false,
    paused: true,
    banner: { text: 'We look into a report.', severity: 'warning' },
  })
  await page.getByText('Claims paused', { exact: true }).first().waitFor()
  await page.getByText('Claims are paused.').first().waitFor()
  await button('Accept Claims Again').click()
  await dialog().getByRole('button', { name: 'Accept Claims Again' }).click()
  await seeToast(page, 'Claims Accepted Again', 'Claims are accepted now.')
  expect(await portal()).toMatchObject({ claimsOpen: true, paused: false, banner: null })
})

test('the window and the banner are edited, each by itself', async () => {
  const { page, button, dialog } = await fixture.visit()
  const save = () => dialog().getByRole('button', { name: 'Save' })
  await button('Change Window').click()
  await page.getByLabel('Claims open').fill('2026-01-01T12:00')
  await page.getByLabel('Claims close').fill('2025-01-01T12:00')
  await page.getByText('Claims have to close after they open.').waitFor()
  await expect.poll(() => save().isDisabled()).toBe(true)
  await page.getByLabel('Claims close').fill('2099-01-01T12:00')
  await save().click()
  await seeToast(page, 'Claim Window Changed', 'Claims are accepted now.')
  await button('Change Banner').click()
  await page.getByLabel('Banner', { exact: true }).fill('Payouts begin on Monday.')
  await page.getByLabel('The banner is').selectOption('warning')
  await save().click()
  await seeToast(page, 'Banner Changed', 'Claims are accepted now.')
  expect(await portal()).toMatchObject({
    claimsOpen: true,
    claimsCloseAt: Date.parse('2099-01-01T12:00') / 1000,
    banner: { text: 'Payouts begin on Monday.', severity: 'warning' },
  })
  await page.getByText('Payouts begin on Monday.').waitFor()
})
