import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type AdminFixture, type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { seeToast } from '../harness/open-page.ts'
import { publishAsked } from '../harness/publish-asked.ts'
import { seriousViolations } from '../harness/serious-violations.ts'
import { addVirtualAuthenticator, type VirtualAuthenticator } from '../harness/virtual-authenticator.ts'

/** A passkey of the browser's own virtual device: registered, asked for, cancelled, removed. In the order of a day. */

const LONG = { timeout: 90_000 }

let fixture: AdminFixture
let panel: AdminPage
let authenticator: VirtualAuthenticator
beforeAll(async () => {
  fixture = await openAdminFixture()
  await fixture.configure('standalone')
  await fixture.claim(1)
  panel = await fixture.visit('tab=files')
  authenticator = await addVirtualAuthenticator(panel.page)
}, 90_000)
afterAll(async () => {
  await fixture?.endVisits()
  await fixture?.close()
})

const confirming = () => panel.page.getByRole('dialog', { name: 'Confirm with a passkey' })
const confirm = () => confirming().getByRole('button', { name: 'Use Passkey' }).click()
const goTo = async (place: string) => {
  await panel.page.goto(`${fixture.portal.adminUrl}#${place}`)
}

test('a passkey is registered, once the password is right', LONG, async () => {
  const { page, button, dialog } = panel
  await page.getByText('Off: no passkey is added.').waitFor()
  await button('Add Passkey').click()
  await dialog().getByLabel('Person').fill('Ann')
  await dialog().getByLabel('Name').fill('Ann’s phone')
  await dialog().getByLabel('Admin password', { exact: true }).fill('wrong')
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await dialog().getByText('Invalid admin password.').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await dialog().getByLabel('Admin password', { exact: true }).fill(fixture.portal.password)
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await seeToast(page, 'Passkey Added', 'Ann’s phone of Ann')
  await page.getByText('never used').waitFor()
})

test('a distribution starts with it, and not when it is cancelled or refused', LONG, async () => {
  const { page, button, dialog } = panel
  await goTo('tab=standalone-sender&standalone=upload')
  await panel.choosePayments([[freshSolanaAddress(), '2.5']], 'june.xlsx')
  const start = async () => {
    await button('Start Distribution').click()
    await dialog().getByRole('button', { name: 'Start sending' }).click()
    await confirming()
      .getByText(/^Start "june.xlsx": 1 payment, 2\.5 DEMO$/)
      .waitFor()
  }
  await start()
  expect(await seriousViolations(page)).toEqual([])
  await confirming().getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Nothing was done: it was not confirmed with a passkey.').first().waitFor()
  const { distributions } = await fixture.call(endpoints.standaloneSender.distributions)
  expect(distributions).toMatchObject([{ status: 'pending' }])

  if (await dialog().count()) await page.keyboard.press('Escape')
  await start()
  await authenticator.setUserVerified(false)
  await confirm()
  await confirming().getByText('The browser got no answer from a passkey. Try again.').waitFor()
  await authenticator.setUserVerified(true)
  await confirm()
  await page.getByText('Distribution Started', { exact: true }).waitFor()
})

test('a list is published with it', LONG, async () => {
  const { page } = panel
  await goTo('tab=files')
  const holders = fixture.holders.map(({ account }) => `${account.address},500\n`)
  await page
    .getByLabel('Allocation file', { exact: true })
    .first()
    .setInputFiles({
      name: 'holders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`address,amountUA\n${holders.join('')}`),
    })
  await panel.button('Upload File').click()
  await publishAsked(panel)
  await confirming()
    .getByText(/^Publish "holders.csv": 12 holders, 6,000 .*, 0 added, 12 raised$/)
    .waitFor()
  await confirm()
  await page.getByText('File Uploaded Successfully').first().waitFor()
})

test('the last one is removed with itself', LONG, async () => {
  const { page, dialog } = panel
  await page.getByRole('button', { name: 'Remove Ann’s phone of Ann' }).click()
  await dialog().getByLabel('Admin password', { exact: true }).fill(fixture.portal.password)
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  await confirming().getByText('Remove the passkey "Ann’s phone" of Ann').waitFor()
  await confirm()
  await seeToast(page, 'Passkey Removed', 'Ann’s phone of Ann')
  await page.getByText('Off: no passkey is added.').waitFor()
})
