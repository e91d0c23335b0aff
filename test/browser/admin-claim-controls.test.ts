import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { openAdminFixture } from '../harness/admin-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seeToast } from '../harness/open-page.ts'

const fixture = forAllTests(openAdminFixture)
afterEach(() => fixture.endVisits())

const portal = () => fixture.call(endpoints.public.portal)

test('claims are paused with words for claimants, and go on, after a question each', async () => {
  const { page, button, dialog } = await fixture.visit('tab=files')
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
  const { page, button, dialog } = await fixture.visit('tab=files')
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
  // The record below names it too.
  await page.getByText('Payouts begin on Monday.', { exact: true }).waitFor()
})

test('addresses are put on the deny list, searched, and taken off it after a question', async () => {
  const { page, button, dialog, choose } = await fixture.visit('tab=files')
  const [one, two] = [freshSolanaAddress(), freshSolanaAddress()]
  await page.getByText('No address is on the deny list.').waitFor()
  await button('Add Address').click()
  await page.getByLabel('Address', { exact: true }).fill(one)
  await page.getByLabel('Source', { exact: true }).fill('A report')
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await seeToast(page, 'Added to the Deny List', one)

  await choose('Deny list file', 'eu.csv', `${two}\nnonsense\n`)
  await dialog().getByText('row 2').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await choose('Deny list file', 'eu.csv', `${two}\n`)
  await seeToast(page, 'Added to the Deny List', '1 address of eu.csv')
  await page.getByLabel('Search the deny list').fill('eu.csv')
  await expect.poll(() => page.getByRole('cell', { name: one, exact: true }).count()).toBe(0)
  await button(`Remove ${two}`).click()
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  await seeToast(page, 'Removed From the Deny List', two)
  await page.getByLabel('Search the deny list').fill('')
  await page.getByRole('cell', { name: one, exact: true }).waitFor()
  expect(await fixture.call(endpoints.denyList.list)).toMatchObject({
    total: 1,
    addresses: [{ address: one }],
  })
})
