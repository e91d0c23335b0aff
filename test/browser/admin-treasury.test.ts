import { createKeyPairSignerFromBytes, getBase58Encoder, getTransactionDecoder } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeTreasury, type Treasury } from '#lab/environment/treasury.ts'
import type { Mint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { globOf } from '../harness/alter-reply.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seeToast, seriousViolations } from '../harness/open-page.ts'

/** The demo's wallet is the treasury, and a delegate of it pays. */

const TOKEN = 10n ** 9n

let treasury: Treasury
let tokenAccount: string
const fixture = forAllTests(() => openAdminFixture({ configured: false }))
beforeAll(async () => {
  const { rpcUrl, mint, walletAddress, walletKeyJson } = fixture.portal.environment
  const wallet = await createKeyPairSignerFromBytes(Uint8Array.from(JSON.parse(walletKeyJson)))
  const walletTokenAccount = associatedTokenAccount(
    { address: mint, tokenProgram: TOKEN_PROGRAM_ADDRESS } as Mint,
    walletAddress,
  )
  tokenAccount = walletTokenAccount
  treasury = await makeTreasury(rpcUrl, { wallet, walletTokenAccount, mint })
})
afterEach(() => fixture.endVisits())

const open = (tab: string) => fixture.visit(`tab=bulk-sender&sender=${tab}`)
const source = async () => (await fixture.call(endpoints.bulkSender.status)).source
const shortened = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

async function fillForm({ page }: AdminPage, paidFrom: string): Promise<void> {
  const { rpcUrl, mint } = fixture.portal.environment
  await page.getByLabel('RPC URL').fill(rpcUrl)
  await page.getByLabel('Token Mint Address').fill(mint)
  await page.getByLabel('Private Key', { exact: true }).fill(treasury.keyJson)
  await page.getByLabel('Paid from', { exact: true }).fill(paidFrom)
}

test('the form says at the field what is wrong with a treasury, and takes its address', async () => {
  const panel = await open('configure')
  const { page, button, fact } = panel
  const field = page.getByLabel('Paid from', { exact: true })
  for (const [wrong, why] of [
    ['no address', 'That is not a Solana address'],
    [freshSolanaAddress(), /^It is no token account of this token, and has none: that would be /],
  ] as const) {
    await fillForm(panel, wrong)
    await button('Configure Bulk Sender').click()
    await page.getByText(why).waitFor()
    await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByText('Configuration Failed').count()).toBe(0)
  }
  const { walletAddress } = fixture.portal.environment
  await field.fill(walletAddress)
  await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull()
  await button('Configure Bulk Sender').click()
  await seeToast(page, 'Configuration Successful', `Wallet: ${treasury.delegate.address}`)
  await page.getByText(/ yet: have it approve that wallet\.$/).waitFor()
  await expect.poll(() => fact('Paid from').textContent()).toContain(shortened(walletAddress))
  await expect
    .poll(() => fact('Allowance').first().textContent())
    .toContain('None: it has approved no wallet')
  expect(await seriousViolations(page)).toEqual([])
})

test('nodes and pace are changed by the password, and what is paid from stays', async () => {
  const { page, button } = await open('configure')
  await expect.poll(() => page.getByLabel('Paid from', { exact: true }).inputValue()).toBe(tokenAccount)
  await page.getByLabel('Batch Size').fill('5')
  await page.getByLabel('Admin password', { exact: true }).fill(fixture.portal.password)
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST'),
    button('Configure Bulk Sender').click(),
  ])
  expect(Object.keys(request.postDataJSON())).not.toContain('paidFrom')
  await seeToast(page, 'Configuration Successful', `Wallet: ${treasury.delegate.address}`)
  expect(await source()).toMatchObject({ tokenAccount, owner: fixture.portal.environment.walletAddress })
})

test('the instruction to approve is shown and saved, and once approved the run is paid', async () => {
  const { mint, walletAddress: owner } = fixture.portal.environment
  const delegate = treasury.delegate.address
  await fixture.claim(4)
  const panel = await open('execute')
  const { page, button, fact, dialog } = panel
  await page.getByText('Not enough to start').waitFor()
  await page.getByText('The treasury allows nothing; this run needs 6: have that approved.').waitFor()
  expect(await button('Start Bulk Send').isDisabled()).toBe(true)

  await treasury.approve(2n * TOKEN)
  await button('Check again').click()
  await page.getByText('The treasury allows 2 more; this run needs 6: raise the allowance by 4.').waitFor()
  await page.getByText(/^An approval replaces the one before it/).waitFor()
  const approval = page.getByRole('region', { name: 'To be approved' })
  for (const [name, value] of Object.entries({
    'Token program': TOKEN_PROGRAM_ADDRESS,
    Mint: mint,
    Source: tokenAccount,
    Delegate: delegate,
    Owner: owner,
    Amount: '6 DEMO',
    'In base units': '6000000000',
    Decimals: '9',
  })) {
    expect(await approval.locator('dl > div').filter({ hasText: name }).allTextContents()).toContain(
      `${name}${value}`,
    )
  }
  expect(await approval.getByRole('button', { name: 'Copy address' }).count()).toBe(5)
  expect(await seriousViolations(page)).toEqual([])

  const { name, content } = await panel.download('Save for the multisig')
  expect(name).toBe('approval.json')
  const { transaction, ...terms } = JSON.parse(content.toString())
  expect(terms).toEqual({
    instruction: 'ApproveChecked',
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    mint,
    tokenAccount,
    owner,
    delegate,
    amountUA: '6',
    baseUnits: '6000000000',
    decimals: 9,
  })
  const { signatures } = getTransactionDecoder().decode(getBase58Encoder().encode(transaction))
  expect(signatures).toEqual({ [owner]: null })

  // One of them can be paid before that: the dialog says what the treasury allows.
  await button('Start Bulk Send').click()
  await dialog()
    .getByText(`from the treasury ${shortened(owner)} on TEST`)
    .waitFor()
  await dialog().getByLabel('All that waits').check()
  await dialog()
    .getByText('The treasury allows 2 more; this run needs 6: raise the allowance by 4.')
    .waitFor()
  await button('Cancel').click()

  await treasury.approve(6n * TOKEN)
  await button('Check again').click()
  await approval.waitFor({ state: 'detached' })
  await button('Start Bulk Send').click()
  await button('Start sending').click()
  await page.getByText('Completed', { exact: true }).first().waitFor()
  expect(await fixture.portal.balanceOf(delegate)).toBe(0n)
  expect(await fixture.call(endpoints.bulkSender.reconcile)).toMatchObject({ agrees: true })
  // Spent to the last token: the program has taken the delegate out.
  await expect
    .poll(() => fact('Allowance').first().textContent())
    .toContain('None: it has approved no wallet')
})

test('an allowance that was revoked is shown wherever one would start, and Start is refused in words', async () => {
  await fixture.claim(2)
  await treasury.approve(3n * TOKEN)
  const panel = await open('execute')
  const { page, button, fact } = panel
  await expect.poll(() => fact('Allowance').first().textContent()).toBe('Allowance3 DEMOthe most it can pay')
  await page.getByText('Cost estimate', { exact: true }).waitFor()
  await button('Start Bulk Send').click()
  // On its way to the server: the dialog says so itself once it knows.
  await page.route(globOf(endpoints.bulkSender.start), async (route) => {
    await treasury.revoke()
    await route.continue()
  })
  await button('Start sending').click()
  await page.getByText('Start Failed', { exact: true }).waitFor()
  await page
    .getByText(/does not let the sending wallet .* nothing is allowed/)
    .first()
    .waitFor()
  await expect
    .poll(() => fact('Allowance').first().textContent())
    .toContain('None: it has approved no wallet')
  await page.getByText('The treasury allows nothing; this run needs 3: have that approved.').waitFor()
  expect(await seriousViolations(page)).toEqual([])

  const overview = await fixture.visit()
  await overview.page.getByText('The treasury allows too little DEMO for what waits.').waitFor()
  await overview.button('What to approve').click()
  await overview.page.getByRole('region', { name: 'To be approved' }).waitFor()

  const { mint } = fixture.portal.environment
  await treasury.approve(3n * TOKEN, mint)
  await expect
    .poll(() => fact('Allowance').first().textContent())
    .toContain(`None: it has approved ${shortened(mint)}`)
})

test('a distribution is told so too', async () => {
  await treasury.approve(TOKEN)
  await fixture.configure('standalone', {
    privateKey: treasury.keyJson,
    paidFrom: fixture.portal.environment.walletAddress,
  })
  const panel = await fixture.visit('tab=standalone-sender&standalone=upload')
  await panel.choosePayments([[freshSolanaAddress(), '2.5']])
  await panel.page
    .getByText('The treasury allows 1 more; this run needs 2.5: raise the allowance by 1.5.')
    .waitFor()
  await treasury.approve(3n * TOKEN)
  await panel.button('Check again').click()
  await panel.button('Start Distribution').click()
  await panel.button('Start sending').click()
  await panel.page.getByText('completed', { exact: true }).first().waitFor()
})
