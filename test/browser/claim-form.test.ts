import type { Address } from '@solana/kit'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPayout } from '#app/payouts/start-payout.ts'
import { CLAIMS } from '#domain/payout-source.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { fundWallet } from '#lab/localnet/send-instructions.ts'
import { globOf } from '../harness/alter-reply.ts'
import { HOLDER_AMOUNT, openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { findClaim, makeVaultAddress } from '../harness/holders.ts'
import { injectSolanaWallet } from '../harness/injected-solana-wallet.ts'
import { seeToast } from '../harness/open-page.ts'

const SUBMIT = { name: 'Sign & Submit Claim' }

describe('claim form', () => {
  const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
  const ZERO_KEY = '11111111111111111111111111111111'
  /** 44 characters that decode to 33 bytes. */
  const THIRTY_THREE_BYTES = 'z'.repeat(44)
  const fixture = forAllTests(openClaimFixture)
  afterEach(() => fixture.endVisits())

  async function fundedVault(): Promise<Address> {
    const to = makeVaultAddress()
    const { rpcUrl } = fixture.portal.environment
    await fundWallet({ rpcUrl, to, amountLamports: 10_000_000n })
    return to
  }

  test.each([
    ['0x38', 56],
    ['0x10f', 271],
  ])('a claim is made from chain %s, and recorded as it was signed', async (chainId, number) => {
    const { page, claim, holder } = await fixture.visit({ wallet: { chainId } })
    const solanaAddress = await claim()
    await page.getByText('Queued for Payout').waitFor()
    await page.getByText('Your tokens will be sent soon. Updates appear on').waitFor()
    const claimed = await findClaim(fixture.portal.app, holder)
    expect(claimed).toMatchObject({ solAddress: solanaAddress, chainId: number, status: 'queued' })
    await page.getByText(claimed?.id ?? 'no claim').waitFor()
    await page.getByRole('main').getByText(`${HOLDER_AMOUNT} DEMO`).waitFor()
  })

  test('a claim is made by touch on a phone', async () => {
    const { page } = await fixture.visit({
      context: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
    })
    await page.getByRole('button', { name: 'Connect Wallet' }).tap()
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).tap()
    await page.getByLabel('Solana address').tap()
    await page.keyboard.insertText(freshSolanaAddress())
    await page.getByRole('button', SUBMIT).tap()
    await page.getByText('Claim Submitted Successfully').waitFor()
  })

  describe('the address', () => {
    test('is checked while it is typed', async () => {
      const { page, goToForm } = await fixture.visit()
      await goToForm()
      const field = page.getByLabel('Solana address')
      const submit = page.getByRole('button', SUBMIT)
      const complaint = page.getByText('Invalid Solana address format.')
      await expect.poll(() => submit.isDisabled()).toBe(true)
      await expect.poll(() => complaint.count()).toBe(0)
      for (const wrong of ['abc', '0'.repeat(40), `${freshSolanaAddress()}l`.slice(-45), '!'.repeat(32)]) {
        await field.fill(wrong)
        await complaint.waitFor()
        await expect.poll(() => submit.isDisabled()).toBe(true)
      }
      await field.fill(`  ${freshSolanaAddress()}\n`)
      await expect.poll(() => complaint.count()).toBe(0)
      await expect.poll(() => submit.isEnabled()).toBe(true)
    })

    test.each(['', 'abc'])('"%s" can not be submitted, and Enter says why', async (text) => {
      const { page, wallet, goToForm } = await fixture.visit()
      await goToForm()
      await page.getByLabel('Solana address').fill(text)
      await page.getByLabel('Solana address').press('Enter')
      await page.getByText('Please enter a valid Solana address.').waitFor()
      expect(wallet.calls).not.toContain('personal_sign')
    })

    test.each([
      ['an EVM address', '0x52908400098527886E0F7030069857D2E4169EE7', 'That is an EVM address'],
      ['33 bytes', THIRTY_THREE_BYTES, 'That is not a whole Solana address.'],
      ['the zero key', ZERO_KEY, 'the all-zero key, which nobody controls'],
      ['a program', WRAPPED_SOL, 'belongs to a program, not to a wallet'],
    ])('%s is refused in its own words before anything is signed', async (_, text, words) => {
      const { page, goToForm } = await fixture.visit()
      await goToForm()
      await page.getByLabel('Solana address').fill(text)
      await page.getByRole('alert').getByText(words).waitFor()
      await expect.poll(() => page.getByRole('button', SUBMIT).isDisabled()).toBe(true)
      await expect.poll(() => page.getByLabel('Solana address').getAttribute('aria-invalid')).toBe('true')
    })

    test('is shown in full, in groups of four, before anything is signed', async () => {
      const { page, goToForm } = await fixture.visit()
      await goToForm()
      const solanaAddress = freshSolanaAddress()
      await page.getByLabel('Solana address').fill(solanaAddress)
      const lastLook = page.getByRole('region', { name: 'A last look before you sign' })
      for (const group of solanaAddress.match(/.{1,4}/g) ?? []) {
        await lastLook.getByText(group, { exact: true }).first().waitFor()
      }
      await page.getByRole('main').getByText(HOLDER_AMOUNT).waitFor()
    })

    /** Fills in an address that no key can sign for, and confirms it. */
    async function confirmVault(page: Page, vault: string): Promise<void> {
      await page.getByLabel('Solana address').fill(vault)
      await page.getByText('No key can sign for that Solana address').waitFor()
      await expect.poll(() => page.getByRole('button', SUBMIT).isDisabled()).toBe(true)
      await page.getByRole('checkbox', { name: /This is my vault/ }).check()
    }

    test('a vault, which no key can sign for, is accepted once that is confirmed, and paid', async () => {
      const vault = await fundedVault()
      const { page, goToForm } = await fixture.visit()
      await goToForm()
      await confirmVault(page, vault)
      await page.getByRole('button', SUBMIT).click()
      await page.getByText('Claim Submitted Successfully').waitFor()
      await startPayout(fixture.portal.app, CLAIMS)
      const arrived = page.getByText('The transaction is final: the tokens are in your Solana wallet.')
      await arrived.waitFor({ timeout: 40_000 })
      expect(await fixture.portal.balanceOf(vault)).toBe(1_234_500_000_000n)
    })

    test('a confirmation of one address does not count for the next', async () => {
      const { page, goToForm } = await fixture.visit()
      await goToForm()
      await confirmVault(page, await fundedVault())
      await page.getByLabel('Solana address').fill(await fundedVault())
      await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false)
      await expect.poll(() => page.getByRole('button', SUBMIT).isDisabled()).toBe(true)
    })
  })

  describe('a Solana wallet of the browser', () => {
    test('fills the address in; typing stays possible', async () => {
      const address = freshSolanaAddress()
      const { page, goToForm } = await fixture.visit({
        prepare: (context) => injectSolanaWallet(context, { address, name: 'Glow' }),
      })
      await goToForm()
      await page.getByRole('button', { name: 'Use my Solana wallet' }).click()
      const field = page.getByLabel('Solana address')
      await expect.poll(() => field.inputValue()).toBe(address)
      await page.getByText('Filled in from Glow').waitFor()
      const typed = freshSolanaAddress()
      await field.fill(typed)
      await expect.poll(() => field.inputValue()).toBe(typed)
      await expect.poll(() => page.getByText('Filled in from').count()).toBe(0)
      await page.getByRole('button', SUBMIT).click()
      await page.getByText('Claim Submitted Successfully').waitFor()
    })

    test('several are distinguished by name', async () => {
      const [one, two] = [freshSolanaAddress(), freshSolanaAddress()]
      const { page, goToForm } = await fixture.visit({
        async prepare(context) {
          await injectSolanaWallet(context, { address: one, name: 'Glow' })
          await injectSolanaWallet(context, { address: two, name: 'Torch' })
        },
      })
      await goToForm()
      await page.getByRole('button', { name: 'Use Torch' }).click()
      await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe(two)
      await page.getByRole('button', { name: 'Use Glow' }).click()
      await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe(one)
    })

    test.each([
      ['reject', 'User rejected the connection request.'],
      ['no_account', 'User rejected the connection request.'],
      ['fail', 'An unknown error occurred.'],
    ] as const)('that answers with %s leaves the field as it was', async (answer, text) => {
      const { page, goToForm } = await fixture.visit({
        prepare: (context) => injectSolanaWallet(context, { address: freshSolanaAddress(), answer }),
      })
      await goToForm()
      await page.getByRole('button', { name: 'Use my Solana wallet' }).click()
      await seeToast(page, 'Connection Failed', text)
      await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe('')
    })

    test('where there is none, nothing is offered', async () => {
      const { page, goToForm } = await fixture.visit()
      await goToForm()
      await expect.poll(() => page.getByRole('button', { name: /Solana wallet/ }).count()).toBe(0)
    })
  })
})

describe('submitting', () => {
  const fixture = forAllTests(openClaimFixture)
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
})
