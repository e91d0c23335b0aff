import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'
import { globOf } from '../harness/glob-of.ts'
import { seeToast } from '../harness/open-page.ts'

const SUBMIT = { name: 'Sign & Submit Claim' }

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture()
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

async function visitWithAddress(holder = fixture.nextHolder()) {
  const visit = await fixture.visit({ holder })
  await visit.goToForm()
  await visit.page.getByLabel('Solana address').fill(freshSolanaAddress())
  return { ...visit, submit: () => visit.page.getByRole('button', SUBMIT).click() }
}

test('says that it is busy, and asks the wallet once', async () => {
  const { page, wallet, submit } = await visitWithAddress()
  const sign = wallet.hold('personal_sign')
  await submit()
  const busy = page.getByRole('button', { name: 'Signing & Submitting...' })
  await busy.waitFor()
  await expect.poll(() => busy.isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Reset' }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByLabel('Solana address').isDisabled()).toBe(true)
  await page.getByText('Your wallet asks you to sign').waitFor()
  sign()
  await page.getByText('Claim Submitted Successfully').waitFor()
  expect(wallet.calls.filter((call) => call === 'personal_sign')).toHaveLength(1)
})

test('while the portal is slow, shows that the claim is signed', async () => {
  const { page, submit } = await visitWithAddress()
  const portal = Promise.withResolvers<void>()
  await page.route(globOf(endpoints.public.submitClaim), (route) =>
    portal.promise.then(() => route.continue()),
  )
  await submit()
  await page.getByRole('status').getByText('Signed. Your claim is being submitted.').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Signing & Submitting...' }).isDisabled())
    .toBe(true)
  portal.resolve()
  await page.getByText('Claim Submitted Successfully').waitFor()
})

test('a signature of another key is refused', async () => {
  const { page, wallet, holder, submit } = await visitWithAddress()
  const message = 'Something else altogether'
  wallet.answer('personal_sign', await holder.account.signMessage({ message }))
  await submit()
  await seeToast(page, 'Submission Failed', 'Invalid claim data or signature verification failed')
  await page.getByText(/^Signed by 0x/).waitFor()
})

test('a contract wallet that can not be checked sees an error', async () => {
  const { page, wallet, submit } = await visitWithAddress()
  wallet.answer('personal_sign', `0x${'ab'.repeat(130)}`)
  await submit()
  const told =
    'Contract wallets can not be checked on BNB Smart Chain Mainnet: this portal has no node of that network to ask. Ask its operator.'
  await seeToast(page, 'Submission Failed', told)
  await page.getByRole('alert').getByText(told).waitFor()
})

test('a server that is down shows an error, and nothing is lost', async () => {
  const { page, submit } = await visitWithAddress()
  await page.route(globOf(endpoints.public.submitClaim), (route) => route.abort())
  const typed = await page.getByLabel('Solana address').inputValue()
  await submit()
  await seeToast(page, 'Submission Failed', 'Failed to submit claim')
  await page.getByRole('alert').getByText('This site did not answer').waitFor()
  await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe(typed)
  await page.unroute(globOf(endpoints.public.submitClaim))
  await submit()
  await page.getByText('Claim Submitted Successfully').waitFor()
})

test('D10: a claim that arrived although its answer was lost is shown', async () => {
  const { page, submit } = await visitWithAddress()
  await page.route(globOf(endpoints.public.submitClaim), async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit()
  await page.getByText('Claim Submitted Successfully').waitFor()
})

test('Reset leads back to the start, and forgets what was typed', async () => {
  const { page, goToForm } = await visitWithAddress()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByText('Connect the wallet that held your coins.').waitFor()
  await goToForm()
  await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe('')
})
