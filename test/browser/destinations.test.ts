import type { Address } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterEach, describe, expect, test } from 'vitest'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { makeVaultAddress } from '../harness/holders.ts'
import { seeToast } from '../harness/open-page.ts'

/** Every cluster has it; the page does not know it. */
const ZK_PROGRAM = 'ZkE1Gama1Proof11111111111111111111111111111'
const SUBMIT = { name: 'Sign & Submit Claim' }

const fixture = forAllTests(openClaimFixture)
afterEach(() => fixture.endVisits())

async function sendersTokenAccount(): Promise<Address> {
  const { mint, walletAddress: owner } = fixture.portal.environment
  const [address] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  return address
}

test.each([
  ['a mint', async () => fixture.portal.environment.mint, 'is a token mint, not a wallet'],
  ['a token account', sendersTokenAccount, 'is a token account, not a wallet'],
  ['a program', async () => ZK_PROGRAM, 'is an executable program, not a wallet'],
  ['an address without key and account', async () => makeVaultAddress(), 'no account exists there'],
])('D5: %s, as the cluster knows it, is refused before anything is signed', async (_, address, words) => {
  const { page, wallet, goToForm } = await fixture.visit()
  await goToForm()
  const field = page.getByLabel('Solana address')
  await field.fill(await address())
  await page.getByRole('alert').getByText(words).waitFor()
  await expect.poll(() => page.getByRole('button', SUBMIT).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(0)
  await field.press('Enter')
  await field.fill(freshSolanaAddress())
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', SUBMIT).isEnabled()).toBe(true)
  expect(wallet.calls).not.toContain('personal_sign')
})

test('an address that was never used is told so, quietly; one that was used is not', async () => {
  const { page, goToForm } = await fixture.visit()
  await goToForm()
  const field = page.getByLabel('Solana address')
  const unused = page.getByRole('status').getByText('This address is empty')
  await field.fill(freshSolanaAddress())
  await unused.waitFor()
  await expect.poll(() => page.getByRole('button', SUBMIT).isEnabled()).toBe(true)
  await field.fill(fixture.portal.environment.walletAddress)
  await expect.poll(() => unused.count()).toBe(0)
  await expect.poll(() => page.getByRole('button', SUBMIT).isEnabled()).toBe(true)
})

test('an address is told by the last answer, and earlier requests are given up', async () => {
  const { mint } = fixture.portal.environment
  const { page, goToForm } = await fixture.visit()
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/destinations/${mint}`, async (route) => {
    await held.promise
    await route.continue().catch(() => {})
  })
  await goToForm()
  const asked = page.waitForRequest(`**/api/destinations/${mint}`)
  const givenUp = page.waitForEvent('requestfailed')
  await page.getByLabel('Solana address').fill(mint)
  await asked
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  expect((await givenUp).url()).toContain(mint)
  held.resolve()
  await page.getByText('This address is empty').waitFor()
  await expect.poll(() => page.getByRole('button', SUBMIT).isEnabled()).toBe(true)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

describe('an address is submitted by Enter at once', () => {
  /** Fills an address in and presses Enter twice, while the portal takes its time to say what it is. */
  async function enterAtOnce(address: string) {
    const opened = await fixture.visit()
    const { page, goToForm } = opened
    const held = Promise.withResolvers<void>()
    await page.route('**/api/destinations/*', async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await goToForm()
    const field = page.getByLabel('Solana address')
    const asked = page.waitForRequest('**/api/destinations/*')
    await field.fill(address)
    await field.press('Enter')
    await field.press('Enter')
    await asked
    return { ...opened, field, answer: () => held.resolve() }
  }
  const signatures = (calls: readonly string[]) => calls.filter((call) => call === 'personal_sign')

  test('a mint is refused, and nothing is signed', async () => {
    const { page, wallet, answer } = await enterAtOnce(fixture.portal.environment.mint)
    answer()
    await page.getByRole('alert').getByText('is a token mint, not a wallet').waitFor()
    expect(signatures(wallet.calls)).toEqual([])
  })

  test('a wallet is claimed for, and signed for once', async () => {
    const { page, wallet, answer } = await enterAtOnce(freshSolanaAddress())
    answer()
    await page.getByText('Claim Submitted Successfully').waitFor()
    expect(signatures(wallet.calls)).toHaveLength(1)
  })

  test('an address that was changed meanwhile is not signed for', async () => {
    const { page, wallet, field, answer } = await enterAtOnce(freshSolanaAddress())
    await field.fill(freshSolanaAddress())
    answer()
    await page.getByText('This address is empty').waitFor()
    expect(signatures(wallet.calls)).toEqual([])
  })
})

test('D5: an address can be signed for where the portal does not say what it is; the server looks again', async () => {
  const { page, goToForm } = await fixture.visit()
  await page.route('**/api/destinations/*', (route) => route.abort())
  await goToForm()
  await page.getByLabel('Solana address').fill(fixture.portal.environment.mint)
  await page.getByRole('button', SUBMIT).click()
  await seeToast(page, 'Submission Failed', 'Invalid claim data or signature verification failed')
  await page.getByRole('alert').getByText('is a token mint, not a wallet').waitFor()
})

test('D15: an address is understood as a link, as a page of an explorer, and with characters that nobody sees', async () => {
  const { page, goToForm } = await fixture.visit()
  await goToForm()
  const field = page.getByLabel('Solana address')
  for (const [wrap, words] of [
    [(address: string) => `solana:${address}?amount=1`, 'Taken from a Solana link.'],
    [(address: string) => `https://solscan.io/account/${address}#tokens`, 'Taken from a page of solscan.io.'],
    [(address: string) => `\u200b${address}\ufeff`, 'Other characters were left out.'],
  ] as const) {
    const address = freshSolanaAddress()
    await field.fill(wrap(address))
    await expect.poll(() => field.inputValue()).toBe(address)
    await page.getByText(words).waitFor()
    await page.getByRole('region', { name: 'A last look before you sign' }).waitFor()
  }
})
