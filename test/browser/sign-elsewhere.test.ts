import type { Locator, Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { signedMessage } from '#domain/claim-message.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { passTime } from '../harness/alter-reply.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { type ClaimFixture, openClaimFixture, type VisitOptions } from '../harness/claim-fixture.ts'
import { findClaim, type Holder, makeHolder, SIWE_SETTINGS, signClaim } from '../harness/holders.ts'
import { focused, seeToast, seriousViolations, tabTo } from '../harness/open-page.ts'

/** Pixels of a module: readers want more than one. */
const SCALE = 4

/** Reads a QR code that the page draws as one path of squares. */
async function readQr(svg: Locator): Promise<string> {
  const [box = '', path = ''] = await Promise.all([
    svg.getAttribute('viewBox').then(String),
    svg.locator('path').getAttribute('d').then(String),
  ])
  const modules = Number(box.split(' ')[2])
  const size = modules * SCALE
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h/g)) paint(data, size, Number(x), Number(y))
  return decodeQR({ width: size, height: size, data })
}

function paint(data: Uint8Array, size: number, x: number, y: number): void {
  for (let row = y * SCALE; row < (y + 1) * SCALE; row++) {
    for (let column = x * SCALE; column < (x + 1) * SCALE; column++) {
      data.set([0, 0, 0], (row * size + column) * 4)
    }
  }
}

const MINUTE_MS = 60_000
const SUBMITTED = 'Claim Submitted Successfully'
const OPEN = { name: 'Sign elsewhere' }

let fixture: ClaimFixture

const claimOf = (holder: Holder) => findClaim(fixture.portal.app, holder)

/** Opens the page in a browser without a wallet, as far as the allocation. */
async function enter(options: VisitOptions = {}, spelled?: string) {
  const visit = await fixture.visit({ wallet: null, ...options })
  const { page, holder } = visit
  await page.getByText('No wallet in this browser?').waitFor()
  // Folded on a phone.
  if (!(await page.getByRole('button', OPEN).isVisible())) await visit.openOtherWays()
  await page.getByRole('button', OPEN).click()
  await page.getByLabel('EVM address').fill(spelled ?? holder.account.address)
  await page.getByRole('button', { name: 'Check allocation' }).click()
  return visit
}

async function goToText(options: VisitOptions = {}) {
  const visit = await enter(options)
  const sol = freshSolanaAddress()
  await visit.proceed()
  await visit.page.getByLabel('Solana address').fill(sol)
  await visit.page.getByRole('button', { name: 'Show the text to sign' }).click()
  await visit.page.getByRole('heading', { name: 'Sign this text' }).waitFor()
  return { page: visit.page, holder: visit.holder, sol }
}

const textOn = async (page: Page) => (await page.locator('pre').textContent()) ?? ''
const signTextOn = async (page: Page, { account }: Holder) =>
  account.signMessage({ message: await textOn(page) })

async function submit(page: Page, signature: string) {
  await page.getByLabel('Signature').fill(signature)
  await page.getByRole('button', { name: 'Submit claim' }).click()
}

describe('a portal that takes five lines', () => {
  beforeAll(async () => {
    fixture = await openClaimFixture()
  })
  afterAll(() => fixture?.close())
  afterEach(() => fixture.endVisits())

  test('a claim without a wallet, by keyboard, over a reload, and its correction', async () => {
    const { page, holder } = await fixture.visit({ wallet: null })
    expect(await readQr(page.getByRole('img', { name: 'QR code of this page' }))).toBe(
      `${fixture.portal.url}/`,
    )
    expect(await seriousViolations(page)).toEqual([])
    await tabTo(page, /^Sign elsewhere$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', OPEN).waitFor()
    await tabTo(page, /^EVM address$/)
    await page.keyboard.type(holder.account.address.toLowerCase())
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('Eligible', { exact: true }).waitFor()
    await page.getByRole('main').getByText(holder.account.address).waitFor()

    const sol = freshSolanaAddress()
    await tabTo(page, /^Proceed to Claim Form$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Submit your claim' }).waitFor()
    await tabTo(page, /^Solana address$/)
    await page.keyboard.type(sol)
    await page.getByRole('region', { name: 'A last look before you sign' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign this text' }).waitFor()

    const text = await textOn(page)
    expect(await readQr(page.getByRole('img', { name: 'QR code of the text' }))).toBe(text)
    expect(await seriousViolations(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
    await page.getByLabel('Signature').waitFor()
    expect(await textOn(page)).toBe(text)

    const sig = await holder.account.signMessage({ message: text })
    await tabTo(page, /^Signature$/)
    await page.keyboard.insertText(JSON.stringify({ address: holder.account.address, msg: text, sig }))
    await tabTo(page, /^Submit claim/)
    await page.keyboard.press('Enter')
    await page.getByText(SUBMITTED).waitFor()
    expect(await focused(page)).toBe(SUBMITTED)
    const claim = await claimOf(holder)
    expect(claim).toMatchObject({ solAddress: sol, signature: sig, signedBy: 'key' })
    expect(claim && signedMessage(claim)).toBe(text)
    await page.getByText('Receipt and proof').click()
    await page.getByRole('button', { name: 'Save receipt' }).waitFor()

    const corrected = freshSolanaAddress()
    await page.getByRole('button', { name: 'Change Solana address' }).click()
    await page.getByLabel('Solana address').fill(corrected)
    await page.getByRole('button', { name: 'Show the text to sign' }).click()
    await page.getByLabel('Signature').waitFor()
    await submit(page, await signTextOn(page, holder))
    await page.getByRole('heading', { name: 'Address changed' }).waitFor()
    expect(await claimOf(holder)).toMatchObject({ id: claim?.id, solAddress: corrected })
  })

  test('a wrong signature is told from a right one before it is sent', async () => {
    const { page, holder } = await goToText()
    const other = makeHolder()
    const field = page.getByLabel('Signature')
    await submit(page, await signTextOn(page, other))
    await page.getByText(`Signed by ${other.account.address}, not by`).waitFor()
    await page.locator('textarea:focus').waitFor()
    await submit(page, '0x1234')
    await page.getByText('This has 2 bytes').waitFor()
    await submit(page, 'signed')
    await page.getByText('That can not be read').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await field.fill('')
    await expect.poll(() => page.getByText('That can not be read').count()).toBe(0)
    expect(await claimOf(holder)).toBeUndefined()
    await submit(page, (await signTextOn(page, holder)).slice(2))
    await page.getByText(SUBMITTED).waitFor()
  })

  test('a text that is out of date is replaced, and the addresses are kept', async () => {
    const { page, holder, sol } = await goToText({ prepare: (context) => context.clock.install() })
    const before = await textOn(page)
    await page.getByText('Valid until').waitFor()
    await page.getByLabel('Signature').fill(await signTextOn(page, holder))
    await passTime(page, 11 * MINUTE_MS)
    await page.getByText('This text is out of date').waitFor()
    expect(await page.getByRole('button', { name: 'Submit claim' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Renew' }).click()
    await expect.poll(() => textOn(page)).not.toBe(before)
    await page.getByText('Valid until').waitFor()
    const after = await textOn(page)
    expect(after.split('nonce: ')[0]).toBe(before.split('nonce: ')[0])
    expect(after).toContain(`sol: ${sol}`)
    expect(await page.getByLabel('Signature').inputValue()).toBe('')
  })

  test('an answer that was lost is looked up, as for a connected wallet', async () => {
    const { page, holder } = await goToText()
    await page.route('**/api/submitClaim', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submit(page, await signTextOn(page, holder))
    await page.getByText(SUBMITTED).waitFor()
    expect(await claimOf(holder)).toBeDefined()
  })

  test('who has claimed sees the claim, and who has nothing is told so', async () => {
    const holder = fixture.nextHolder()
    const body = await signClaim(holder)
    await fetchEndpoint(fixture.portal.url, endpoints.public.submitClaim, { body })
    const { page } = await enter({ holder })
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    await page.getByRole('button', { name: 'Claim for another wallet' }).click()
    await page.getByRole('button', OPEN).click()
    await page.getByLabel('EVM address').fill(makeHolder().account.address)
    await page.getByRole('button', { name: 'Check allocation' }).click()
    await page.getByText('No Allocation Found').waitFor()
  })

  test('an address with a wrong character is told, and invisible ones do no harm', async () => {
    const holder = fixture.nextHolder()
    const { address } = holder.account
    const { page } = await enter(
      { holder },
      address.replace(/[a-f]/, (letter) => letter.toUpperCase()),
    )
    await page.getByRole('alert').getByText('The capital letters of this address').waitFor()
    await page.getByLabel('EVM address').fill(`\u200b ${address}\ufeff`)
    await page.reload()
    await page.getByRole('button', { name: 'Check allocation' }).click()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('beside a connected wallet, the address that was entered counts', async () => {
    const { page, connect, openOtherWays } = await fixture.visit()
    await openOtherWays()
    await page.getByText('Continue on your phone').click()
    await readQr(page.getByRole('img', { name: 'QR code of this page' }))
    await connect()
    await page.getByRole('button', { name: 'Use another wallet' }).click()
    const holder = fixture.nextHolder()
    await openOtherWays()
    await page.getByRole('button', OPEN).click()
    await page.getByLabel('EVM address').fill(holder.account.address)
    await page.getByRole('button', { name: 'Check allocation' }).click()
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    await page.getByRole('button', { name: 'Show the text to sign' }).click()
    await submit(page, await signTextOn(page, holder))
    await page.getByText(SUBMITTED).waitFor()
    expect(await claimOf(holder)).toBeDefined()
  })

  test.each([320, 390])('on a phone of %i pixels nothing is cut off', async (width) => {
    const { page } = await goToText({
      context: {
        viewport: { width, height: 700 },
        userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
        hasTouch: true,
      },
    })
    await page.getByText('How to sign it', { exact: true }).click()
    await page.getByText('QR code of the text').click()
    await page.getByRole('img', { name: 'QR code of the text' }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('Solana address').waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('No wallet in this browser?').waitFor()
    expect(await page.getByText('Continue on your phone').count()).toBe(0)
  })
})

describe('a portal that takes EIP-4361', () => {
  beforeAll(async () => {
    fixture = await openClaimFixture({ settings: SIWE_SETTINGS, holders: 3 })
  })
  afterAll(() => fixture?.close())
  afterEach(() => fixture.endVisits())

  test('the text names the site, and its claim is taken', async () => {
    const { page, holder, sol } = await goToText()
    const text = await textOn(page)
    expect(parseSiweMessage(text)).toMatchObject({
      domain: 'claim.example.org',
      address: holder.account.address,
      statement: `Claim 1234.500000000000000001 FRY as SPL tokens to ${sol}`,
    })
    expect(await readQr(page.getByRole('img', { name: 'QR code of the text' }))).toBe(text)
    await submit(page, await signTextOn(page, holder))
    await page.getByText(SUBMITTED).waitFor()
  })

  test('a contract wallet is of a chain, and what the portal says of its signature is told', async () => {
    const { page, proceed } = await enter()
    await proceed()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    await page
      .getByLabel('Wallet that signs')
      .selectOption({ label: 'A contract wallet on EgonCoin Mainnet' })
    await page.getByRole('button', { name: 'Show the text to sign' }).click()
    await page.getByText('for a contract wallet').waitFor()
    expect(parseSiweMessage(await textOn(page)).chainId).toBe(271)
    await submit(page, `0x${'12'.repeat(130)}`)
    const told = page.getByRole('alert').getByText('EgonCoin Mainnet')
    await seeToast(page, 'Submission Failed', (await told.textContent()) ?? '')
  })
})
