import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { globOf } from '../harness/alter-reply.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import type { Holder } from '../harness/holders.ts'
import { findClaim } from '../harness/holders.ts'
import { injectSolanaWallet } from '../harness/injected-solana-wallet.ts'
import { injectWallet } from '../harness/injected-wallet.ts'
import { toast } from '../harness/open-page.ts'

const SUBMIT = { name: 'Sign & Submit Claim' }
const BUSY = { name: 'Signing & Submitting...' }
const ASKED = 'Your wallet asks you to sign.'
const CANCEL = { name: 'Cancel', exact: true }

const fixture = forAllTests(openClaimFixture)
afterEach(() => fixture.endVisits())

const short = ({ account: { address } }: Holder) => `${address.slice(0, 6)}…${address.slice(-4)}`

const claimOf = async (holder: Holder) => (await findClaim(fixture.portal.app, holder)) ?? null

async function visitForm() {
  const visit = await fixture.visit()
  await visit.goToForm()
  const solanaAddress = freshSolanaAddress()
  await visit.page.getByLabel('Solana address').fill(solanaAddress)
  const submit = () => visit.page.getByRole('button', SUBMIT).click()
  const prompts = () => visit.wallet.calls.filter((call) => call === 'personal_sign').length
  return { ...visit, solanaAddress, submit, prompts }
}

/** Opens the form, lets the prompt to sign wait, and moves the wallet to another account. */
async function changeAccountWhileSigning() {
  const visit = await visitForm()
  const sign = visit.wallet.hold('personal_sign')
  await visit.submit()
  await visit.page.getByText(ASKED).waitFor()
  const other = fixture.nextHolder()
  visit.wallet.accounts = [visit.holder.account, other.account]
  await visit.wallet.emit('accountsChanged', [other.account.address])
  await visit.page.getByRole('main').getByText(other.account.address).waitFor()
  return { ...visit, other, sign }
}

function seesNoSuccess(page: Page): Promise<void> {
  return expect.poll(() => page.getByText('Claim Submitted Successfully').count()).toBe(0)
}

describe('one submission', () => {
  test('D2: a double click asks the wallet once, and sends one claim', async () => {
    const { page, holder, prompts, solanaAddress } = await visitForm()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.getByRole('button', SUBMIT).dblclick()
    await page.getByText('Claim Submitted Successfully').waitFor()
    expect(prompts()).toBe(1)
    expect(sent).toHaveLength(1)
    await expect.poll(() => toast(page).getByText('Submission Failed').count()).toBe(0)
    expect(await claimOf(holder)).toMatchObject({ solAddress: solanaAddress })
  })

  test('D2: while a request is open in the wallet, the form stays locked, and Cancel unlocks it', async () => {
    const { page, wallet, holder, submit } = await visitForm()
    wallet.refuse('personal_sign', { code: -32002 })
    await submit()
    await page.getByRole('alert').getByText('Your wallet already shows a request.').waitFor()
    await expect.poll(() => page.getByText('Your claim was not submitted').count()).toBe(0)
    await expect.poll(() => page.getByLabel('Solana address').isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', SUBMIT).isDisabled()).toBe(true)
    await page.getByRole('button', CANCEL).click()
    await submit()
    await page.getByText('Claim Submitted Successfully').waitFor()
    expect(await claimOf(holder)).not.toBeNull()
  })

  test('D2: a cancelled request that is signed afterwards sends nothing, and that is told', async () => {
    const { page, wallet, holder, submit } = await visitForm()
    const sign = wallet.hold('personal_sign')
    await submit()
    await page.getByRole('button', CANCEL).click()
    const replaced = freshSolanaAddress()
    await page.getByLabel('Solana address').fill(replaced)
    wallet.refuse('personal_sign', { code: -32002 })
    await submit()
    await page.getByRole('alert').getByText('Your wallet already shows a request.').waitFor()
    sign()
    await toast(page).getByText('The request that you cancelled was signed. It is not used.').waitFor()
    // The wallet is free again, and so is the form.
    await submit()
    await page.getByText('Claim Submitted Successfully').waitFor()
    expect(await claimOf(holder)).toMatchObject({ solAddress: replaced })
  })
})

describe('one account', () => {
  test('D1: the success of one is not shown to another, which has its form open', async () => {
    const { page, wallet, holder, other, sign, proceed } = await changeAccountWhileSigning()
    await page.getByText(`Your wallet still asks to sign the claim of ${short(holder)}.`).waitFor()
    await proceed()
    await page.getByRole('button', SUBMIT).waitFor()
    const answered = page.waitForResponse(globOf(endpoints.public.submitClaim))
    sign()
    expect((await answered).status()).toBe(200)
    await page
      .getByRole('status')
      .getByText(`The claim of ${short(holder)} was submitted.`)
      .waitFor()
    await page.getByRole('button', SUBMIT).waitFor()
    await seesNoSuccess(page)
    expect(await claimOf(other)).toBeNull()

    await wallet.emit('accountsChanged', [holder.account.address])
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    await page.getByText('Receipt and proof').click()
    await page.getByRole('button', { name: 'Save receipt' }).waitFor()
  })

  test('a rejection is told as the rejection of the account that it concerns', async () => {
    const { page, wallet, holder, submit } = await visitForm()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(globOf(endpoints.public.submitClaim), async (route) => {
      await promise
      await route.fulfill({ status: 403, json: { error: 'No.', code: 'no_allocation', requestId: 'r' } })
    })
    await submit()
    await page.getByText('Your claim is being submitted').waitFor()
    const other = fixture.nextHolder()
    await wallet.emit('accountsChanged', [other.account.address])
    await page.getByRole('main').getByText(other.account.address).waitFor()
    resolve()
    await page
      .getByRole('status')
      .getByText(`The claim of ${short(holder)} was not submitted`)
      .waitFor()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('D1: a wallet that locks while it is asked: what it signs is told', async () => {
    const { page, wallet, holder, submit } = await visitForm()
    const sign = wallet.hold('personal_sign')
    await submit()
    await page.getByText(ASKED).waitFor()
    await wallet.emit('accountsChanged', [])
    await page.getByText('Your wallet is no longer connected').waitFor()
    sign()
    await page
      .getByRole('status')
      .getByText(`The claim of ${short(holder)} was submitted.`)
      .waitFor()
  })

  test('the account that comes back finds its form still locked', async () => {
    const { page, wallet, holder, sign, proceed, prompts } = await changeAccountWhileSigning()
    await wallet.emit('accountsChanged', [holder.account.address])
    await proceed()
    await expect.poll(() => page.getByRole('button', BUSY).isDisabled()).toBe(true)
    sign()
    await page.getByText('Claim Submitted Successfully').waitFor()
    expect(prompts()).toBe(1)
  })

  test('D1: an account that changes while the address is looked up is asked to sign nothing', async () => {
    const { page, wallet, holder, submit, prompts, proceed } = await visitForm()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/destinations/*', async (route) => {
      await promise
      // The page may have given up by now.
      await route.continue().catch(() => {})
    })
    const entered = freshSolanaAddress()
    await page.getByLabel('Solana address').fill(entered)
    await submit()
    await page.getByRole('button', BUSY).waitFor()
    const other = fixture.nextHolder()
    await wallet.emit('accountsChanged', [other.account.address])
    await page.getByRole('main').getByText(other.account.address).waitFor()
    resolve()
    await wallet.emit('accountsChanged', [holder.account.address])
    await proceed()
    await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe(entered)
    await expect.poll(() => page.getByRole('button', SUBMIT).isEnabled()).toBe(true)
    expect(prompts()).toBe(0)
  })

  test('D14: the same account in other letters stays where it is', async () => {
    const { page, wallet, holder, solanaAddress } = await visitForm()
    await wallet.emit('accountsChanged', [holder.account.address.toLowerCase()])
    await wallet.emit('accountsChanged', [holder.account.address.toLowerCase()])
    await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe(solanaAddress)
    await page.getByRole('button', SUBMIT).click()
    await page.getByText('Claim Submitted Successfully').waitFor()
  })
})

describe('D8: a wallet that does not answer', () => {
  test('a connection: a hint after eight seconds, and Cancel', async () => {
    const { page, wallet, connect } = await fixture.visit({ prepare: (context) => context.clock.install() })
    const late = wallet.hold('eth_requestAccounts')
    await connect()
    await page.getByRole('button', CANCEL).waitFor()
    await expect.poll(() => page.getByText('No answer from your wallet yet').count()).toBe(0)
    await page.clock.fastForward(8_000)
    await page.getByRole('status').getByText('No answer from your wallet yet').waitFor()
    await page.getByRole('button', CANCEL).click()
    await expect.poll(() => page.getByRole('button', { name: 'Connect Wallet' }).isEnabled()).toBe(true)
    late()
    await connect()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('a signature: the same', async () => {
    const { page, wallet, goToForm } = await fixture.visit({ prepare: (context) => context.clock.install() })
    await goToForm()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    wallet.hold('personal_sign')
    await page.getByRole('button', SUBMIT).click()
    await page.getByText(ASKED).waitFor()
    await page.clock.fastForward(8_000)
    await page.getByRole('status').getByText('No answer from your wallet yet').waitFor()
    await page.getByRole('button', CANCEL).click()
    await expect.poll(() => page.getByLabel('Solana address').isEnabled()).toBe(true)
    await page.getByRole('button', SUBMIT).click()
    await page.getByText('Claim Submitted Successfully').waitFor()
  })

  test('a network: Cancel', async () => {
    const { page, wallet } = await fixture.visit({ wallet: { chainId: '0x1' } })
    wallet.hold('wallet_switchEthereumChain')
    const press = () => page.getByRole('button', { name: 'Switch: BNB Smart Chain Mainnet' }).click()
    await press()
    await page.getByRole('button', CANCEL).click()
    await press()
    await expect.poll(() => page.getByText('Wrong Network').count()).toBe(0)
  })

  test('a Solana wallet: the same, and another can be taken afterwards', async () => {
    const address = freshSolanaAddress()
    const { page, goToForm } = await fixture.visit({
      async prepare(context) {
        await context.clock.install()
        await injectSolanaWallet(context, { address: freshSolanaAddress(), name: 'Glow', answer: 'silence' })
        await injectSolanaWallet(context, { address, name: 'Torch' })
      },
    })
    await goToForm()
    await page.getByRole('button', { name: 'Use Glow' }).click()
    await page.getByRole('button', CANCEL).waitFor()
    await page.clock.fastForward(8_000)
    await page.getByRole('status').getByText('No answer from your wallet yet').waitFor()
    await page.getByRole('button', CANCEL).click()
    await page.getByRole('button', { name: 'Use Torch' }).click()
    await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe(address)
  })

  test('another one can be chosen meanwhile, and the late answer changes nothing', async () => {
    const second = fixture.nextHolder()
    const { page, wallet } = await fixture.visit({
      wallet: { name: 'First Wallet', rdns: 'org.example.first' },
      prepare: (context) =>
        injectWallet(context, {
          accounts: [second.account],
          name: 'Second Wallet',
          rdns: 'org.example.second',
        }),
    })
    const late = wallet.hold('eth_requestAccounts')
    await page.getByRole('button', { name: 'First Wallet' }).click()
    await page.getByRole('button', CANCEL).waitFor()
    await page.getByRole('button', { name: 'Second Wallet' }).click()
    await page.getByRole('main').getByText(second.account.address).waitFor()
    late()
    await page.getByText('Eligible', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('main').getByText(second.account.address).waitFor()
  })
})

test('D9: "Use another wallet" opens the chooser of the wallet', async () => {
  const { page, wallet, connect } = await fixture.visit()
  const other = fixture.nextHolder()
  await connect()
  await page.getByRole('button', { name: 'Use another wallet' }).click()
  wallet.answer('wallet_requestPermissions', [{ parentCapability: 'eth_accounts' }])
  wallet.accounts = [other.account]
  await connect()
  await page.getByRole('main').getByText(other.account.address).waitFor()
  expect(wallet.calls).toContain('wallet_requestPermissions')
  // A wallet without a chooser is asked as before.
  await page.getByRole('button', { name: 'Use another wallet' }).click()
  await connect()
  await page.getByText('Eligible', { exact: true }).waitFor()
})
