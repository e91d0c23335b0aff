import { type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { globOf } from '../harness/alter-reply.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { makeHolder } from '../harness/holders.ts'
import { type InjectedWallet, injectWallet } from '../harness/injected-wallet.ts'

const PHONE = {
  viewport: { width: 390, height: 844 },
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  isMobile: true,
  hasTouch: true,
}
const BNB = 'BNB Smart Chain Mainnet'

const fixture = forAllTests(openClaimFixture)
afterEach(() => fixture.endVisits())

describe('connecting', () => {
  test('while the wallet is asked, the button is busy', async () => {
    const { page, wallet, connect } = await fixture.visit()
    const answer = wallet.hold('eth_requestAccounts')
    await connect()
    await expect.poll(() => page.getByRole('button', { name: 'Connecting...' }).isDisabled()).toBe(true)
    answer()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('a wallet that does not announce itself is found at window.ethereum', async () => {
    const { page, connect } = await fixture.visit({ wallet: { announced: false } })
    await connect()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('a wallet that is connected already leads straight to the allocation', async () => {
    const { page, wallet } = await fixture.visit({ wallet: { connected: true } })
    await page.getByText('Eligible', { exact: true }).waitFor()
    expect(wallet.calls).not.toContain('eth_requestAccounts')
  })

  test('D11: on a phone without a wallet, the page can be opened in the wallet apps', async () => {
    const { page } = await fixture.visit({ wallet: null, context: PHONE, path: '/?from=mail' })
    const address = `${fixture.portal.url}/?from=mail`
    const once = encodeURIComponent(address)
    const links = page.getByRole('link', { name: /^Open in/ })
    await links.first().waitFor()
    const found = await links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
    )
    expect(Object.fromEntries(found)).toEqual({
      'Open in MetaMask': `https://link.metamask.io/dapp/${address.replace('http://', '')}`,
      'Open in Trust Wallet': `https://link.trustwallet.com/open_url?coin_id=60&url=${once}`,
      'Open in OKX Wallet': `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${once}`)}`,
      'Open in Bitget Wallet': `https://bkcode.vip?action=dapp&url=${once}`,
      'Open in TokenPocket': `tpdapp://open?params=${encodeURIComponent(JSON.stringify({ url: address, chain: 'ETH' }))}`,
      'Open in Coinbase Wallet': `https://go.cb-w.com/dapp?cb_url=${once}`,
    })
    for (const link of await links.all()) {
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })

  test('where there is a wallet, a phone is not sent elsewhere', async () => {
    const { page } = await fixture.visit({ context: PHONE })
    await page.getByRole('button', { name: /^Networks/ }).click()
    await page.getByText('Current').waitFor()
    await expect.poll(() => page.getByRole('link', { name: /^Open in/ }).count()).toBe(0)
  })
})

test('announcements are not trusted: no remote picture, no junk, no wallet under another’s id', async () => {
  const { page, holder } = await fixture.visit({
    prepare: (context) => context.addInitScript(announceJunk),
    wallet: { name: 'Honest Wallet' },
  })
  const honest = page.getByRole('button', { name: 'Honest Wallet' })
  await honest.waitFor()
  const offered = await page.getByRole('list', { name: 'Wallet' }).getByRole('button').all()
  expect(offered).toHaveLength(2)
  await expect.poll(() => page.locator('img[src^="http"]').count()).toBe(0)
  await honest.click()
  await page.getByRole('main').getByText(holder.account.address).waitFor()
})

declare const window: EventTarget

/** Runs in the browser, before the page: sends invalid and malicious announcements. */
function announceJunk(): void {
  const provider = { request: async () => [] }
  const announce = (detail: unknown) =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', () => {
    announce(null)
    announce({ info: { uuid: 'no-provider', name: 'No Provider' } })
    announce({ info: { name: 'No Id' }, provider })
    const info = {
      uuid: 'taken',
      name: 'Picture Wallet',
      icon: 'https://elsewhere.example/icon.png',
      rdns: 7,
    }
    announce({ info, provider })
    announce({ info: { ...info, name: 'Thief' }, provider })
  })
}

describe('two wallets', () => {
  async function visitWithTwo() {
    const first = fixture.nextHolder()
    const second = fixture.nextHolder()
    let other: InjectedWallet | undefined
    const visit = await fixture.visit({
      holder: first,
      wallet: { name: 'First Wallet', rdns: 'org.example.first' },
      async prepare(context) {
        const accounts = [second.account]
        other = await injectWallet(context, { accounts, name: 'Second Wallet', rdns: 'org.example.second' })
      },
    })
    if (!other) throw new Error('There is no second wallet')
    return { ...visit, first: visit.wallet, second: other, secondHolder: second }
  }

  test('both are offered; one tap asks the chosen one, which is remembered', async () => {
    const { page, first, second, secondHolder } = await visitWithTwo()
    await page.getByRole('button', { name: 'First Wallet' }).waitFor()
    await page.getByRole('button', { name: 'Second Wallet' }).click()
    await page.getByRole('main').getByText(secondHolder.account.address).waitFor()
    expect(first.calls).not.toContain('eth_requestAccounts')

    // Both are connected now; only the remembered choice decides.
    first.connected = true
    await page.reload()
    await page.getByText('Eligible', { exact: true }).waitFor()
    await page.getByRole('main').getByText(secondHolder.account.address).waitFor()
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByText('Claim Submitted Successfully').waitFor()
    expect(second.calls).toContain('personal_sign')
    expect(first.calls).not.toContain('personal_sign')
  })

  test('another wallet can be chosen after the wrong one', async () => {
    const { page, first, secondHolder } = await visitWithTwo()
    first.accounts = [makeHolder().account]
    await page.getByRole('button', { name: 'First Wallet' }).click()
    await page.getByRole('heading', { name: 'No Allocation Found' }).waitFor()
    await page.getByRole('button', { name: 'Use another wallet' }).click()
    await page.getByRole('button', { name: 'Second Wallet' }).click()
    await page.getByRole('main').getByText(secondHolder.account.address).waitFor()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('where none was chosen yet, the connected one is used', async () => {
    const { page, second, secondHolder } = await visitWithTwo()
    second.connected = true
    await page.reload()
    await page.getByRole('main').getByText(secondHolder.account.address).waitFor()
  })
})

describe('a wallet with habits of its own', () => {
  const compact = (signature: Hex) =>
    serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))

  test.each([
    ['64 bytes (EIP-2098)', compact],
    ['hex without 0x', (signature: Hex) => signature.slice(2)],
  ])('D15: a signature of %s is taken', async (_, writeSignature) => {
    // Both parities of a compact signature, with great likelihood.
    for (let tries = 0; tries < 3; tries += 1) {
      const visit = await fixture.visit()
      visit.wallet.writeSignature = writeSignature
      await visit.claim()
    }
  })

  test('D14: one that does not tell its network is not said to be disconnected', async () => {
    const { page, wallet, connect, proceed } = await fixture.visit({ wallet: { chainId: '' } })
    for (let asked = 0; asked < 9; asked += 1) wallet.refuse('eth_chainId', { code: 4200 })
    await page.reload()
    await connect()
    await proceed()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByRole('alert').getByText('Your wallet does not tell which network it is on').waitFor()
    expect(wallet.calls).not.toContain('personal_sign')
  })

  test('D14: one without an announcement stays, when another announces itself late', async () => {
    const { page, holder, connect } = await fixture.visit({ wallet: { announced: false } })
    await connect()
    await page.getByRole('main').getByText(holder.account.address).waitFor()
    await page.evaluate(announceLate)
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByText('Claim Submitted Successfully').waitFor()
  })
})

/** Runs in the browser: another wallet, not connected, announces itself. */
function announceLate(): void {
  const info = { uuid: 'late', name: 'Late Wallet', rdns: 'org.example.late', icon: '' }
  const detail = { info, provider: { request: async () => [] } }
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

describe('a wallet that changes in mid-flow', () => {
  test('another account goes on at its own allocation; the first one’s draft is kept', async () => {
    const { page, wallet, goToForm, holder } = await fixture.visit()
    await goToForm()
    const solanaAddress = freshSolanaAddress()
    await page.getByLabel('Solana address').fill(solanaAddress)

    const other = fixture.nextHolder()
    wallet.accounts = [other.account]
    await wallet.emit('accountsChanged', [other.account.address])
    await page.getByRole('main').getByText(other.account.address).waitFor()
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
    await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe('')

    wallet.accounts = [holder.account]
    await wallet.emit('accountsChanged', [holder.account.address])
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
    await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe(solanaAddress)
  })

  test('a disconnected account leads back to the start, and its draft is kept', async () => {
    const { page, wallet, goToForm } = await fixture.visit()
    await goToForm()
    const solanaAddress = freshSolanaAddress()
    await page.getByLabel('Solana address').fill(solanaAddress)
    wallet.connected = false
    await wallet.emit('accountsChanged', [])
    await page.getByText('Your wallet is no longer connected').waitFor()
    await goToForm()
    await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe(solanaAddress)
  })

  test('"disconnected" counts only where the account is gone, too', async () => {
    const { page, wallet } = await fixture.visit({ wallet: { connected: true } })
    await page.getByText('Eligible', { exact: true }).waitFor()
    await wallet.emit('disconnect', { code: 1013 })
    await expect.poll(() => wallet.calls.filter((call) => call === 'eth_accounts').length).toBeGreaterThan(1)
    await page.getByText('Eligible', { exact: true }).waitFor()
    wallet.connected = false
    await wallet.emit('disconnect', { code: 4900 })
    await page.getByText('Your wallet is no longer connected').waitFor()
  })

  test('on a wrong network nothing can be signed', async () => {
    const { page, wallet, goToForm } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    const submit = page.getByRole('button', { name: 'Sign & Submit Claim' })
    await expect.poll(() => submit.isEnabled()).toBe(true)
    await wallet.emit('chainChanged', '0x1')
    await page.getByText('Wrong Network').waitFor()
    await expect.poll(() => submit.isDisabled()).toBe(true)
    await page.getByRole('button', { name: `Switch: ${BNB}` }).click()
    await expect.poll(() => submit.isEnabled()).toBe(true)
  })

  test('an account that changes while a claim is signed does not replace the signer', async () => {
    const { page, wallet, goToForm, holder } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    const sign = wallet.hold('personal_sign')
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByText('Your wallet asks you to sign.').waitFor()
    const other = fixture.nextHolder()
    wallet.accounts = [holder.account, other.account]
    await wallet.emit('accountsChanged', [other.account.address])
    await page.getByRole('main').getByText(other.account.address).waitFor()
    const answered = page.waitForResponse(globOf(endpoints.public.submitClaim))
    sign()
    expect((await answered).status()).toBe(200)
    await page.getByText('Eligible', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Claim Submitted Successfully').count()).toBe(0)
    await wallet.emit('accountsChanged', [holder.account.address])
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
  })
})
