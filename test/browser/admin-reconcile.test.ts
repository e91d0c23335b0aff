import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { fundWallet } from '#lab/localnet/send-instructions.ts'
import { type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seeToast, seriousViolations } from '../harness/open-page.ts'
import { payManually } from '../harness/paying-portal.ts'

const OUT = 'Other transactions out of the wallet'
const IN = 'Transactions into the wallet'

const fixture = forAllTests(() => openAdminFixture({ holders: 4 }))
afterEach(() => fixture.endVisits())

const reconcile = ({ button }: AdminPage) => button('Reconcile with chain').click()
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })
const item = ({ page }: AdminPage, list: string) =>
  page.getByRole('region', { name: list }).getByRole('listitem').first()

test('other movements of the wallet’s tokens are listed, and acknowledged with a note that stays', async () => {
  await fixture.claim(1)
  await fixture.call(endpoints.bulkSender.start)
  await expect.poll(() => fixture.call(endpoints.bulkSender.status)).toMatchObject({ state: 'completed' })
  const treasury = freshSolanaAddress()
  const moved = await payManually(fixture.portal.environment, treasury, 40_500_000_000n)

  const panel = await fixture.visit('tab=bulk-sender&sender=ledger')
  const { page, dialog } = panel
  await reconcile(panel)
  await page
    .getByText(
      'The chain and the records agree on every payment, but 1 other transaction out of the wallet is not explained.',
    )
    .waitFor()
  const outflow = item(panel, OUT)
  await outflow.getByText('40.5 DEMO').waitFor()
  await outflow.getByText('Not explained').waitFor()
  await outflow.getByRole('button', { name: shortenAddress(treasury) }).waitFor()
  expect(await outflow.getByRole('link', { name: 'View Tx' }).getAttribute('href')).toContain(moved)

  await outflow.getByRole('button', { name: 'Acknowledge' }).click()
  const acknowledge = dialog().getByRole('button', { name: 'Acknowledge' })
  await dialog().getByText(moved, { exact: true }).waitFor()
  await expect.poll(() => acknowledge.isDisabled()).toBe(true)
  await note(page).fill('   ')
  await expect.poll(() => acknowledge.isDisabled()).toBe(true)
  expect(await seriousViolations(page)).toEqual([])
  await note(page).fill(' Back to the treasury ')
  await acknowledge.click()
  await seeToast(page, 'Transaction Acknowledged', 'The note is kept with the records.')
  await page.getByText('The chain and the records agree.').waitFor()
  await outflow.getByText('Acknowledged', { exact: true }).waitFor()
  await outflow.getByText('Back to the treasury', { exact: true }).waitFor()
  expect(await seriousViolations(page)).toEqual([])

  await page.reload()
  await reconcile(panel)
  await page.getByText('The chain and the records agree.').waitFor()
  await outflow.getByText('Back to the treasury', { exact: true }).waitFor()
  await outflow.getByRole('button', { name: 'Change note' }).click()
  await note(page).fill('Back to the treasury, as the board decided')
  await dialog().getByRole('button', { name: 'Change note' }).click()
  await outflow.getByText('Back to the treasury, as the board decided').waitFor()
  await expect
    .poll(() => fixture.call(endpoints.bulkSender.reconcile))
    .toMatchObject({
      agrees: true,
      otherOutflows: [{ signature: moved, note: 'Back to the treasury, as the board decided' }],
    })
})

test('an error is shown in the dialog, and nothing is acknowledged', async () => {
  await payManually(fixture.portal.environment, freshSolanaAddress(), 1n)
  const panel = await fixture.visit('tab=bulk-sender&sender=ledger')
  const { page, button, dialog } = panel
  await reconcile(panel)
  const outflow = item(panel, OUT)
  await outflow.getByText('0.000000001 DEMO').waitFor()
  await page.route('**/acknowledge', (route) => route.abort())
  await outflow.getByRole('button', { name: 'Acknowledge' }).click()
  await note(page).fill('A speck')
  await dialog().getByRole('button', { name: 'Acknowledge' }).click()
  await dialog().getByText('Failed to acknowledge').waitFor()

  await page.unroute('**/acknowledge')
  await page.route('**/acknowledge', async (route) => {
    // Another transaction than the wallet has.
    const body = { ...route.request().postDataJSON(), signature: 'no signature' }
    await route.continue({ postData: JSON.stringify(body) })
  })
  await dialog().getByRole('button', { name: 'Acknowledge' }).click()
  await dialog().getByRole('alert').getByText('That is not the signature of a Solana transaction').waitFor()
  await button('Cancel').click()
  await outflow.getByText('Not explained').waitFor()
})

test('inflows are listed apart, in the standalone sender too, and need no note', async () => {
  await fixture.configure('standalone')
  const { environment } = fixture.portal
  const { signer, keyJson } = await makeSolanaKey()
  await fundWallet({ rpcUrl: environment.rpcUrl, to: signer.address, amountLamports: 1_000_000_000n })
  await payManually(environment, signer.address, 2_000_000_000n)
  const other = { ...environment, walletKeyJson: keyJson }
  const signature = await payManually(other, environment.walletAddress, 2_000_000_000n)
  const panel = await fixture.visit('tab=standalone-sender&standalone=history')
  const { page, dialog } = panel
  await reconcile(panel)
  const inflow = item(panel, IN)
  await inflow.getByText('2 DEMO').waitFor()
  await inflow.getByRole('button', { name: shortenAddress(signer.address) }).waitFor()
  await expect.poll(() => inflow.getByText('Not explained').count()).toBe(0)
  await inflow.getByRole('button', { name: 'Acknowledge' }).click()
  await note(page).fill('Sent back')
  await dialog().getByRole('button', { name: 'Acknowledge' }).click()
  await inflow.getByText('Sent back', { exact: true }).waitFor()
  await page.getByText('from no other wallet: newly minted').waitFor()
  await expect
    .poll(() => fixture.call(endpoints.standaloneSender.reconcile))
    .toMatchObject({
      inflows: expect.arrayContaining([expect.objectContaining({ signature, note: 'Sent back' })]),
    })
})

test('the close-out says what may be taken back, with its reckoning, and is downloaded', async () => {
  await fixture.claim(1)
  const { page, button, tab, download } = await fixture.visit('tab=bulk-sender&sender=ledger')
  await button('Add Up').click()
  const reply = await fixture.call(endpoints.ledger.closeOut)
  const [list] = reply.lists
  const token = reply.byMint.find(({ inSource }) => inSource !== null)
  if (!list || !token) throw new Error('there is nothing to close')
  const written = (amount: string) => amount.replace(/\B(?=(\d{3})+(?!\d))/g, ',').replace(/(?<=\..*),/g, '')
  await page.getByText(`${written(list.claimed)} DEMO were claimed`).waitFor()
  await page
    .getByText(`${written(token.sweepable ?? '')} DEMO may be taken back once claims are closed`)
    .waitFor()
  expect(await seriousViolations(page)).toEqual([])
  const { name, content } = await download('Export Close-out (Excel)')
  expect(name).toBe('close_out.xlsx')
  expect(content.subarray(0, 2).toString()).toBe('PK')
  // Sums of an earlier visit are not those of now.
  await tab('Execute')
  await tab('Ledger')
  await button('Add Up').waitFor()
  expect(await page.getByText('DEMO were claimed').count()).toBe(0)
  await fixture.claim(1)
  await button('Add Up').click()
  const [now] = (await fixture.call(endpoints.ledger.closeOut)).lists
  expect(now?.claimed).not.toBe(list.claimed)
  await page.getByText(`${written(now?.claimed ?? '')} DEMO were claimed`).waitFor()
})
