import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { globOf } from '../harness/alter-reply.ts'
import { HOLDER_AMOUNT, openClaimFixture, type Visit } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder } from '../harness/holders.ts'
import type { WalletError } from '../harness/injected-wallet.ts'
import { seeToast, toast } from '../harness/open-page.ts'
import { SPECIFIED_TEXTS, type SpecifiedText } from './specified-texts.ts'

const BNB = 'BNB Smart Chain Mainnet'
const EGON = 'EgonCoin Mainnet'
const SUBMIT = { name: 'Sign & Submit Claim' }

/** Some wallets wrap the code that counts. */
const wrapped = (code: number) => ({ code: -32603, data: { originalError: { code } } })

const PENDING = 'Your wallet already shows a request. Open your wallet and answer it.'

const fixture = forAllTests(openClaimFixture)
afterEach(() => fixture.endVisits())

/** The texts that were shown so far. */
const reached = new Set<string>()

/** Waits until these can be read on the page, word for word. */
async function reads(page: Page, ...texts: SpecifiedText[]): Promise<void> {
  for (const text of texts) {
    await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
    reached.add(text)
  }
}

/** Waits for a toast and takes it away, so that the next one is another. */
async function isTold(page: Page, title: SpecifiedText, text: string): Promise<void> {
  await seeToast(page, title, text)
  reached.add(title).add(text)
  await toast(page).getByRole('button', { name: 'Close' }).click()
  await toast(page).waitFor({ state: 'detached' })
}

async function fillForm({ page, goToForm }: Visit): Promise<void> {
  await goToForm()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
}

/** Submits, as far as the wallet's question: what changes before that is shown before anybody signs. Returns what has it signed. */
async function askToSign({ page, wallet }: Visit): Promise<() => void> {
  const release = wallet.hold('personal_sign')
  await press(page, SUBMIT.name)
  await page.getByText('Your wallet asks you to sign.').waitFor()
  return release
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('on the way to a claim', () => {
  test('from the first screen to the far shore', async () => {
    const visit = await fixture.visit({ context: { permissions: ['clipboard-read', 'clipboard-write'] } })
    const { page, wallet, holder, connect, openNetworks, proceed } = visit
    await openNetworks()
    await reads(page, 'Connect Wallet', 'Check Allocation', 'Submit Claim', 'Add to wallet', 'Switch')
    const admit = wallet.hold('eth_requestAccounts')
    await connect()
    await reads(page, 'Connecting...')
    admit()
    const { address } = holder.account
    await isTold(page, 'Wallet Connected', `${address.slice(0, 6)}…${address.slice(-4)}`)

    await reads(page, 'Eligible', 'Proceed to Claim Form')
    await press(page, 'Copy address')
    await isTold(page, 'Copied!', 'The address is on your clipboard.')
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    await press(page, 'Copy address')
    await isTold(page, 'Copy failed', 'Failed to copy address')

    await proceed()
    await reads(page, 'Sign & Submit Claim', 'Reset')
    const field = page.getByLabel('Solana address')
    await field.fill('0x')
    await reads(page, 'Invalid Solana address format.')
    await field.press('Enter')
    await reads(page, 'Please enter a valid Solana address.')
    await field.fill(freshSolanaAddress())
    const sign = wallet.hold('personal_sign')
    await press(page, SUBMIT.name)
    await reads(page, 'Signing & Submitting...')
    sign()
    await reads(page, 'Claim Submitted Successfully', 'Queued for Payout')
  })

  test('where there is none', async () => {
    const { page } = await fixture.visit({ holder: makeHolder(), wallet: { connected: true } })
    await reads(page, 'No Allocation Found')
  })

  test('where the portal does not answer', async () => {
    const { page } = await fixture.visit({
      wallet: { connected: true },
      prepare: (context) => context.route(globOf(endpoints.public.allocation, '*'), (route) => route.abort()),
    })
    await reads(page, 'Failed to load allocation data. Please try again.')
  })

  test('beside it', async () => {
    const nowhere = await fixture.visit({ path: '/nowhere' })
    await reads(nowhere.page, 'Page Not Found')
    const { page } = await fixture.visit({ path: '/test' })
    await expect.poll(() => page.title()).toBe('EVM to Solana Migration')
    await reads(page, 'Network Selection', 'Test Button')
  })
})

describe('a rejection by the wallet is shown, and can be tried again', { timeout: 60_000 }, () => {
  test('an account', async () => {
    const { page, wallet, connect } = await fixture.visit()
    const rejections: [WalletError, string][] = [
      [{ code: 4001 }, 'User rejected the connection request.'],
      [wrapped(4001), 'User rejected the connection request.'],
      [{ code: -32002 }, PENDING],
      [{ code: 4900 }, 'Network error occurred. Please try again.'],
      [{ code: 4902 }, 'An unknown error occurred.'],
      [{ code: 5000 }, 'An unknown error occurred.'],
    ]
    for (const [rejection, text] of rejections) {
      wallet.refuse('eth_requestAccounts', rejection)
      await connect()
      await isTold(page, 'Connection Failed', text)
    }
    await connect()
    await page.getByRole('main').getByText(HOLDER_AMOUNT).first().waitFor()
  })

  test('a signature', async () => {
    const visit = await fixture.visit()
    const { page, wallet } = visit
    await fillForm(visit)
    const rejections: [WalletError, SpecifiedText, string][] = [
      [{ code: 4001 }, 'Signature request was rejected', 'User rejected signature request'],
      [wrapped(4001), 'Signature request was rejected', 'User rejected signature request'],
      [{ code: -32002 }, 'Failed to submit claim', PENDING],
      [{ code: 4100 }, 'Failed to submit claim', 'Wallet not connected'],
      [{ code: 4900 }, 'Failed to submit claim', 'Failed to sign message'],
      [{ code: 4902 }, 'Failed to submit claim', 'Failed to sign message'],
      [{ code: -32603 }, 'Failed to submit claim', 'Failed to sign message'],
    ]
    for (const [rejection, text, detail] of rejections) {
      wallet.refuse('personal_sign', rejection)
      await press(page, SUBMIT.name)
      await isTold(page, 'Submission Failed', text)
      await page.getByRole('alert').getByText(detail, { exact: true }).waitFor()
      reached.add(detail)
      // The request that is open already has to be answered, or given up.
      if (detail === PENDING) await press(page, 'Cancel')
    }
    await press(page, SUBMIT.name)
    await page.getByText('Claim Submitted Successfully').waitFor()
  })

  test('to add a network', async () => {
    const { page, wallet, openNetworks } = await fixture.visit()
    await openNetworks()
    const rejections: [WalletError, string][] = [
      [{ code: 4001 }, 'User rejected network addition request'],
      [wrapped(4001), 'User rejected network addition request'],
      [{ code: -32002 }, PENDING],
      [{ code: 4900 }, 'Failed to add network to the wallet'],
      [{ code: 4902 }, 'Failed to add network to the wallet'],
      [{ code: -32602 }, 'Failed to add network to the wallet'],
    ]
    for (const [rejection, text] of rejections) {
      wallet.refuse('wallet_addEthereumChain', rejection)
      await press(page, `Add to wallet: ${EGON}`)
      await isTold(page, 'Failed to Add Network', text)
    }
    await press(page, `Add to wallet: ${EGON}`)
    await isTold(page, 'Network Added', `${EGON} is in your wallet.`)
  })

  test('to switch to another', async () => {
    const { page, wallet } = await fixture.visit({ wallet: { chainId: '0x1' } })
    await reads(page, 'Wrong Network')
    const rejections: [WalletError, SpecifiedText, string][] = [
      [{ code: 4001 }, 'Failed to Switch Network', 'User rejected network switch request'],
      [wrapped(4001), 'Failed to Switch Network', 'User rejected network switch request'],
      [{ code: -32002 }, 'Failed to Switch Network', PENDING],
      [{ code: 4900 }, 'Failed to Switch Network', 'Failed to switch network.'],
      [{ code: -32603 }, 'Failed to Switch Network', 'Failed to switch network.'],
      [{ code: 4902 }, 'Network Not Found', 'Please add this network to the wallet first'],
      [wrapped(4902), 'Network Not Found', 'Please add this network to the wallet first'],
    ]
    for (const [rejection, title, text] of rejections) {
      wallet.refuse('wallet_switchEthereumChain', rejection)
      await press(page, `Switch: ${BNB}`)
      await isTold(page, title, text)
    }
    await reads(page, 'Network not found in the wallet')
    await press(page, `Switch: ${BNB}`)
    await isTold(page, 'Network Switched', `Your wallet is on ${BNB}.`)
    await expect.poll(() => page.getByText('Wrong Network').count()).toBe(0)
  })

  test('anything, where there is none', async () => {
    const { page, connect, openNetworks } = await fixture.visit({ wallet: null })
    await page.getByText('No browser wallet was found yet').waitFor()
    await openNetworks()
    await connect()
    await isTold(page, 'Connection Failed', 'Browser wallet not detected. Please install it to continue.')
    await press(page, `Add to wallet: ${BNB}`)
    await isTold(page, 'Failed to Add Network', 'Wallet not connected')
    await press(page, `Switch: ${BNB}`)
    await isTold(page, 'Failed to Switch Network', 'Wallet not connected')
  })
})

describe('an error of the portal is shown', () => {
  test('of an address that can not be paid to', async () => {
    const visit = await fixture.visit()
    await fillForm(visit)
    // Only the server knows it then.
    await visit.page.route('**/api/destinations/*', (route) => route.abort())
    await visit.page.getByLabel('Solana address').fill(fixture.portal.environment.mint)
    await press(visit.page, SUBMIT.name)
    await isTold(visit.page, 'Submission Failed', 'Invalid claim data or signature verification failed')
  })

  test('of an account that lost its allocation meanwhile', async () => {
    const visit = await fixture.visit()
    await fillForm(visit)
    const release = await askToSign(visit)
    await loadHolders(
      fixture.portal.app,
      Array.from({ length: 3 }, () => makeHolder()),
    )
    release()
    await isTold(visit.page, 'Submission Failed', 'No allocation found for this address')
    await fixture.restoreHolders()
  })

  test('of one that has claimed meanwhile, and its claim is shown', async () => {
    const visit = await fixture.visit()
    await fillForm(visit)
    const release = await askToSign(visit)
    const elsewhere = await fixture.visit({ holder: visit.holder })
    await elsewhere.claim()
    release()
    await isTold(visit.page, 'Submission Failed', 'You have already submitted a claim for this address')
    await visit.page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
  })

  test('of the operator', async () => {
    const { page } = await fixture.visit({ wallet: null, path: `/?${fixture.portal.adminFlag}` })
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await press(page, 'Sign In')
    await isTold(page, 'Login Failed', 'Invalid admin password.')
    await page.getByLabel('Password', { exact: true }).fill(fixture.portal.password)
    await press(page, 'Sign In')
    await toast(page).getByText('Login Successful').waitFor()
    reached.add('Login Successful')
  })
})

test('every specified text was shown', () => {
  const missing = Object.values(SPECIFIED_TEXTS)
    .flat()
    .filter((text) => !reached.has(text))
  expect(missing).toEqual([])
})
