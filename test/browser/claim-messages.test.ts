import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { type Hex, hexToString, verifyMessage } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { signedMessage } from '#domain/claim-message.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { globOf } from '../harness/alter-reply.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { findClaim, type Holder, loadHolders, makeHolder, SIWE_SETTINGS } from '../harness/holders.ts'
import { seeToast } from '../harness/open-page.ts'

const MINUTE_MS = 60_000
const SITE = SIWE_SETTINGS.publicUrl
const SUBMITTED = 'Claim Submitted Successfully'

const fixture = forAllTests(() =>
  openClaimFixture({ settings: { ...SIWE_SETTINGS, termsHash: 'cd'.repeat(32) } }),
)
afterEach(() => fixture.endVisits())

const claimOf = (holder: Holder) => findClaim(fixture.portal.app, holder)

/** Opens the claim form with an address entered. `signed` are the texts that the wallet was asked to sign. */
async function visitForm(spell: (address: Hex) => string = String) {
  const { account, amountWei } = fixture.nextHolder()
  const signed: string[] = []
  const spelled = {
    address: spell(account.address) as Hex,
    signMessage: ({ message }: Parameters<typeof account.signMessage>[0]) => {
      signed.push(typeof message === 'string' ? message : hexToString(message.raw as Hex))
      return account.signMessage({ message })
    },
  }
  const holder = { account: spelled, amountWei }
  const sol = freshSolanaAddress()
  const visit = await fixture.visit({ holder })
  await visit.goToForm()
  await visit.page.getByLabel('Solana address').fill(sol)
  const submit = () => visit.page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  return { ...visit, holder, sol, signed, submit }
}

/** Has the page told another address of the portal, as a page on that address would tell it. */
async function pretend(page: Page, publicUrl: string): Promise<void> {
  await page.route(globOf(endpoints.public.portal), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), publicUrl } })
  })
}

test('the wallet is asked for exactly the text that the server expects', async () => {
  const { page, submit, signed, holder, sol } = await visitForm()
  await submit()
  await page.getByText(SUBMITTED).waitFor()
  const claim = await claimOf(holder)
  expect(signed).toEqual([claim && signedMessage(claim)])
  const [text = ''] = signed
  expect(parseSiweMessage(text)).toMatchObject({
    domain: 'claim.example.org',
    uri: SITE,
    address: holder.account.address,
    statement: `Claim 1234.500000000000000001 FRY as SPL tokens to ${sol}`,
    chainId: 56,
    resources: [`urn:ferry:list:${claim?.siweTerms?.fileHash}`, `urn:ferry:terms:${'cd'.repeat(32)}`],
  })
})

test('a wallet that spells its address in lower case signs it with its checksum', async () => {
  const { page, submit, signed, holder } = await visitForm((address) => address.toLowerCase())
  await submit()
  await page.getByText(SUBMITTED).waitFor()
  expect(signed[0]).not.toContain(holder.account.address)
  expect(signed[0]?.toLowerCase()).toContain(holder.account.address)
})

test('what was signed on a fake page is refused, and the official address is named', async () => {
  const { page, submit, signed, holder } = await visitForm()
  await pretend(page, 'https://claim-example.org')
  await submit()
  await seeToast(page, 'Submission Failed', 'Invalid claim data or signature verification failed')
  const told = page.getByRole('alert')
  await told.getByText(`If another site than ${SITE} asked you to sign, do not trust it`).waitFor()
  expect(signed[0]).toMatch(/^claim-example\.org wants you to sign in/)
  expect(await claimOf(holder)).toBeUndefined()
})

test('a list that was replaced meanwhile, with the same amount, is the one that is named', async () => {
  const { snapshots } = fixture.portal.app.store
  const { page, submit, holder } = await visitForm()
  const before = await snapshots.current()
  try {
    await loadHolders(fixture.portal.app, [holder, makeHolder()])
    await submit()
    await page.getByText(SUBMITTED).waitFor()
    const inForce = await snapshots.current()
    expect(inForce?.fileHash).not.toBe(before?.fileHash)
    expect((await claimOf(holder))?.siweTerms?.fileHash).toBe(inForce?.fileHash)
  } finally {
    await fixture.restoreHolders()
  }
})

test('one that gives another amount is not, and the claimant is told to look', async () => {
  const { page, submit, holder } = await visitForm()
  try {
    await loadHolders(fixture.portal.app, [{ ...holder, amountWei: 7n }])
    await submit()
    await page.getByText('Your allocation was changed from').waitFor()
    expect(await claimOf(holder)).toBeUndefined()
  } finally {
    await fixture.restoreHolders()
  }
})

test('D4: who answers too late is told so', async () => {
  const { page, wallet, submit } = await visitForm()
  await page.clock.install()
  const sign = wallet.hold('personal_sign')
  await submit()
  await page.getByText('Your wallet asks you to sign.').waitFor()
  await page.clock.fastForward(11 * MINUTE_MS)
  await page.route(globOf(endpoints.public.submitClaim), (route) =>
    route.fulfill({ status: 400, json: { error: 'Stale.', code: 'stale_nonce', requestId: 'r' } }),
  )
  sign()
  await page.getByRole('alert').getByText('Your wallet answered too late').waitFor()
})

describe('the receipt', () => {
  test('has the text that names the site, also after a reload before the answer', async () => {
    const { page, submit, sol } = await visitForm()
    const taken = Promise.withResolvers<void>()
    await page.route(globOf(endpoints.public.submitClaim), async (route) => {
      await route.fetch()
      taken.resolve()
    })
    await submit()
    await taken.promise
    await page.reload()
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByText('Receipt and proof').click()
    await page.getByRole('button', { name: 'Save receipt' }).click()
    const { address, msg, sig } = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
    expect(msg).toContain(`as SPL tokens to ${sol}`)
    expect(await verifyMessage({ address, message: msg, signature: sig })).toBe(true)
  })
})
