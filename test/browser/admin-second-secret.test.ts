import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type AdminPage, openAdminFixture, publishAsked } from '../harness/admin-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import type { Holder } from '../harness/holders.ts'
import { seeToast, seriousViolations } from '../harness/open-page.ts'

/** A passkey's device in the browser, which answers by itself as though its user had confirmed. */
interface VirtualAuthenticator {
  /** False: the user refuses. */
  setUserVerified(isUserVerified: boolean): Promise<void>
}

async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async setUserVerified(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

/** A passkey of the browser's own virtual device: registered, asked for, cancelled, removed. In the order of a day. */

let panel: AdminPage
let authenticator: VirtualAuthenticator
const fixture = forAllTests(openAdminFixture)
beforeAll(async () => {
  await fixture.configure('standalone')
  await fixture.claim(1)
  panel = await fixture.visit('tab=files')
  authenticator = await addVirtualAuthenticator(panel.page)
})
afterAll(async () => {
  await fixture?.endVisits()
})

const confirming = () => panel.page.getByRole('dialog', { name: 'Confirm with a passkey' })
const confirm = () => confirming().getByRole('button', { name: 'Use Passkey' }).click()
const goTo = async (place: string) => {
  await panel.page.goto(`${fixture.portal.adminUrl}#${place}`)
}

test('a passkey is registered, once the password is right', async () => {
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
  // The record below tells of it at once.
  await page.getByText('Register passkey', { exact: true }).waitFor()
})

test('a distribution starts with it, and not when it is cancelled or refused', async () => {
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

test('a list is published with it', async () => {
  const { page } = panel
  await goTo('tab=files')
  await panel.uploadList(listFor(fixture.holders, 500))
  await publishAsked(panel)
  await confirming()
    .getByText(/^Publish "holders.csv": 12 rows, 6,000 .*, 0 added, 12 raised$/)
    .waitFor()
  await confirm()
  await page.getByText('File Uploaded Successfully').first().waitFor()
})

test('the last one is removed with itself', async () => {
  const { page, dialog } = panel
  await page.getByRole('button', { name: 'Remove Ann’s phone of Ann' }).click()
  await dialog().getByLabel('Admin password', { exact: true }).fill(fixture.portal.password)
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  await confirming().getByText('Remove the passkey "Ann’s phone" of Ann').waitFor()
  await confirm()
  await seeToast(page, 'Passkey Removed', 'Ann’s phone of Ann')
  await page.getByText('Off: no passkey is added.').waitFor()
})

test('with TWO_PEOPLE one person alone publishes nothing, and is told what is needed', {
  timeout: 120_000,
}, async () => {
  await using parts = new AsyncDisposableStack()
  const office = await openAdminFixture({ env: { TWO_PEOPLE: 'on' }, configured: false })
  parts.defer(() => office.close())
  const { page, button, dialog, uploadList } = await office.visit('tab=files')
  parts.defer(() => office.endVisits())
  await addVirtualAuthenticator(page)
  await button('Add Passkey').click()
  await dialog().getByLabel('Person').fill('Ann')
  await dialog().getByLabel('Name').fill('Ann’s phone')
  await dialog().getByLabel('Admin password', { exact: true }).fill(office.portal.password)
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await seeToast(page, 'Passkey Added', 'Ann’s phone of Ann')
  await uploadList(listFor(office.holders, 500))
  await publishAsked({ dialog })
  await dialog().getByText('TWO_PEOPLE is on, and passkeys of 1 person are registered').waitFor()
  expect(await seriousViolations(page)).toEqual([])
})

/** Gives each of these holders so many whole tokens. */
const listFor = (holders: readonly Holder[], amountUA: number) =>
  `address,amountUA\n${holders.map(({ account }) => `${account.address},${amountUA}\n`).join('')}`
