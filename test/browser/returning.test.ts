import { readFileSync } from 'node:fs'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ClaimResponse } from '#contract/claims.ts'
import { startBulkSend } from '#portal/start-bulk-send.ts'
import { type ClaimDesk, openClaimDesk } from '../harness/claim-desk.ts'
import { makeHolder, makeSolanaAddress } from '../harness/holders.ts'
import { seeToast } from '../harness/open-page.ts'

let desk: ClaimDesk
beforeAll(async () => {
  desk = await openClaimDesk({ settings: { channelUrl: 'https://t.example/ferry' } })
})
afterAll(() => desk?.close())
afterEach(() => desk.endVisits())

describe('a refresh', () => {
  test('on the first screen stays there, or follows the wallet', async () => {
    const { page, wallet } = await desk.visit()
    await page.reload()
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    wallet.connected = true
    await page.reload()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('on the form keeps what was typed', async () => {
    const { page, goToForm } = await desk.visit()
    await goToForm()
    for (const text of ['half an addr', makeSolanaAddress()]) {
      await page.getByLabel('Solana address').fill(text)
      await page.reload()
      await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
      expect(await page.getByLabel('Solana address').inputValue()).toBe(text)
    }
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByText('Claim Submitted Successfully').waitFor()
  })

  test('while the wallet is asked leaves it possible to ask again', async () => {
    const { page, wallet, goToForm } = await desk.visit()
    await goToForm()
    await page.getByLabel('Solana address').fill(makeSolanaAddress())
    wallet.hold('personal_sign')
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByRole('button', { name: 'Signing & Submitting...' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByText('Claim Submitted Successfully').waitFor()
  })

  test('on the far shore shows the claim', async () => {
    const { page, claim } = await desk.visit()
    const solanaAddress = await claim()
    await page.reload()
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    await page.getByText(`${solanaAddress.slice(0, 6)}…${solanaAddress.slice(-4)}`).waitFor()
    await page.getByRole('button', { name: 'Save receipt' }).waitFor()
  })
})

describe('a claim that was made', () => {
  test('is followed from the far shore until the tokens have arrived', async () => {
    const { page, claim, holder } = await desk.visit()
    const solanaAddress = await claim()
    await page.getByText('Queued for Payout').waitFor()
    const elsewhere = await desk.visit({ holder, wallet: { connected: true } })
    await elsewhere.page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()

    await startBulkSend(desk.portal.portal)
    for (const seen of [page, elsewhere.page]) {
      await seen.getByText('The transaction is final: the tokens are in your Solana wallet.').waitFor()
      const link = seen.getByRole('link', { name: 'View Tx' })
      expect(await link.getAttribute('href')).toMatch(
        /^https:\/\/explorer\.solana\.com\/tx\/\w{80,90}\?cluster=custom$/,
      )
    }
    await elsewhere.page.getByRole('heading', { name: 'Your tokens were sent' }).waitFor()
    // 1234.500000000000000001 of a token with nine decimals; the rest is dust.
    expect(await desk.portal.balanceOf(solanaAddress)).toBe(1_234_500_000_000n)
  })

  const CLAIM: ClaimResponse = {
    id: 'C1',
    status: 'queued',
    amountUA: '400',
    solAddr: '9xQeWv…VFin',
    submittedAt: 1_790_000_000,
    sending: false,
    solTx: null,
    cluster: null,
    reason: null,
  }

  test.each<[Partial<ClaimResponse>, string[]]>([
    [{}, ['Your claim is queued', 'Queued for Payout', 'Your tokens will be sent soon.']],
    [
      { sending: true },
      ['Your tokens are being sent', 'Being sent', 'A transaction is carrying your tokens now.'],
    ],
    [
      { status: 'rejected', reason: 'An exchange.' },
      ['Your claim was rejected', 'Nothing was sent', 'An exchange.'],
    ],
    [{ status: 'rejected' }, ['Your claim was rejected', 'No reason was given.']],
    [{ status: 'sent', solTx: '5sig', cluster: 'mainnet' }, ['Your tokens were sent', '5sig', 'View Tx']],
  ])('as %o, says so', async (change, texts) => {
    const { page } = await desk.visit({
      wallet: { connected: true },
      prepare: (context) =>
        context.route('**/api/claims/*', (route) => route.fulfill({ json: { ...CLAIM, ...change } })),
    })
    for (const text of texts) await page.getByText(text).first().waitFor()
    await page.getByText('21 Sept 2026, 14:13:20 UTC').waitFor()
  })

  test('goes on being shown while the portal does not answer', async () => {
    const { page, claim } = await desk.visit({ prepare: (context) => context.clock.install() })
    await claim()
    await page.getByText('This page follows your claim.').waitFor()
    await page.route('**/api/claims/*', (route) => route.abort())
    await page.clock.fastForward(5_000)
    await page.getByText('The portal did not answer just now. It is asked again.').waitFor()
    await page.getByText('Queued for Payout').waitFor()
    await page.unroute('**/api/claims/*')
    await page.clock.fastForward(5_000)
    await page.getByText('This page follows your claim.').waitFor()
  })

  test('names the channel where news appears', async () => {
    const { page, claim } = await desk.visit()
    await claim()
    const link = page.getByRole('link', { name: 'the messaging channel' })
    expect(await link.getAttribute('href')).toBe('https://t.example/ferry')
  })
})

describe('the receipt', () => {
  test('can be saved, and proves the claim', async () => {
    const { page, claim, holder } = await desk.visit()
    const solanaAddress = await claim()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save receipt' }).click()
    const saved = await download
    const { id, portal, address, msg, sig } = JSON.parse(readFileSync(await saved.path(), 'utf8'))
    expect(saved.suggestedFilename()).toBe(`claim-${id}.json`)
    expect(portal).toBe(desk.portal.url)
    expect(address).toBe(holder.account.address)
    expect(msg).toContain(`sol: ${solanaAddress}`)
    expect(await verifyMessage({ address, message: msg, signature: sig })).toBe(true)
    await page.getByText(id).waitFor()
  })

  test('can be copied', async () => {
    const { page, claim } = await desk.visit({
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await claim()
    await page.getByRole('button', { name: 'Copy receipt' }).click()
    await seeToast(page, 'Copied!', 'The receipt is on your clipboard.')
    const copied: { msg: string } = JSON.parse(await page.evaluate('navigator.clipboard.readText()'))
    expect(copied.msg).toMatch(/^Claim SPL tokens\n/)
  })

  test('is not offered where the claim was made elsewhere', async () => {
    const holder = desk.nextHolder()
    await (await desk.visit({ holder })).claim()
    const { page } = await desk.visit({ holder, wallet: { connected: true } })
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    expect(await page.getByRole('button', { name: 'Save receipt' }).count()).toBe(0)
  })
})

describe('the allocation', () => {
  test('waits visibly while the portal is slow', async () => {
    const { page } = await desk.visit({
      wallet: { connected: true },
      async prepare(context) {
        await context.route('**/api/{portal,allocations*}', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 700))
          await route.continue()
        })
      },
    })
    await page.getByRole('status').getByText('Loading', { exact: true }).waitFor({ state: 'attached' })
    await page.getByRole('status').getByText('Loading your allocation...').waitFor({ state: 'attached' })
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('that can not be loaded is told, and tried again', async () => {
    const { page } = await desk.visit({
      wallet: { connected: true },
      prepare: (context) => context.route('**/api/allocations*', (route) => route.fulfill({ status: 503 })),
    })
    await page.getByRole('alert').getByText('Failed to load allocation data. Please try again.').waitFor()
    await page.context().unroute('**/api/allocations*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('a portal that is down is told, and tried again', async () => {
    const { page } = await desk.visit({
      prepare: (context) => context.route('**/api/portal', (route) => route.abort()),
    })
    await page.getByText('The portal did not answer').waitFor()
    await page.context().unroute('**/api/portal')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
  })

  test('is shown with all that the holder needs', async () => {
    const { page, holder } = await desk.visit({
      wallet: { connected: true },
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    })
    const { address } = holder.account
    await page.getByText('1,234.500000000000000001 DEMO').waitFor()
    await page.getByText('1,234,500,000,000,000,000,001 wei').waitFor()
    await page.getByText(/^Last updated \d{1,2} \w+ 20\d\d, \d\d:\d\d:\d\d UTC$/).waitFor()
    await page
      .getByRole('banner')
      .getByText(`${address.slice(0, 6)}…${address.slice(-4)}`)
      .waitFor()
    await page.getByRole('button', { name: 'Copy address' }).click()
    await seeToast(page, 'Copied!', 'The address is on your clipboard.')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
  })

  test('an address that can not be copied is told so', async () => {
    const { page } = await desk.visit({ wallet: { connected: true } })
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    await page.getByRole('button', { name: 'Copy address' }).click()
    await seeToast(page, 'Copy failed', 'Failed to copy address')
  })

  test('an address without one is told why that may be', async () => {
    const { page } = await desk.visit({ holder: makeHolder(), wallet: { connected: true } })
    await page.getByRole('heading', { name: 'No Allocation Found' }).waitFor()
    await page.getByText('did not hold the coin at snapshot time').waitFor()
    await page.getByText('The wrong wallet is connected').waitFor()
    expect(await page.getByRole('button', { name: 'Proceed to Claim Form' }).count()).toBe(0)
  })
})
