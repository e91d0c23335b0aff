import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { StandaloneConfigBody } from '#api-schema/standalone-sender.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { openAdminFixture } from '../harness/admin-fixture.ts'
import { globOf } from '../harness/alter-reply.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seeToast } from '../harness/open-page.ts'

const fixture = forAllTests(() => openAdminFixture({ configured: false, genesisHash: MAINNET_GENESIS_HASH }))
afterEach(() => fixture.endVisits())

type Sender = 'bulkSender' | 'standaloneSender'

const configured = async (sender: Sender) => (await fixture.call(endpoints[sender].status)).configured

test.each([
  ['bulkSender', 'tab=bulk-sender', 'Configure Bulk Sender', 'Configuration Successful'],
  ['standaloneSender', 'tab=standalone-sender', 'Save Configuration', 'Configuration Saved'],
] as const)(
  '%s takes a wallet of mainnet only after one more question',
  async (sender, place, submit, title) => {
    const { environment } = fixture.portal
    const { page, button, dialog } = await fixture.visit(place)
    await page.getByLabel('RPC URL').fill(environment.rpcUrl)
    await page.getByLabel('Token Mint Address').fill(environment.mint)
    await page.getByLabel('Private Key', { exact: true }).fill(environment.walletKeyJson)
    await button(submit).click()
    await dialog().getByText('Save for mainnet?').waitFor()
    await dialog().getByText(environment.mint).waitFor()
    await button('Cancel').click()
    expect(await configured(sender)).toBe(false)

    await button(submit).click()
    await button('Save for mainnet').click()
    await seeToast(page, title, `Wallet: ${environment.walletAddress}`)
    await page.getByText('Configured on mainnet').waitFor()
    await page.getByText(/^This sender has one node\./).waitFor()
    expect(await configured(sender)).toBe(true)
  },
)

test('the purpose of a second node is shown beside Start', async () => {
  const { page } = await fixture.visit('tab=bulk-sender&sender=execute')
  await page.getByText(/^This sender has one node\. .*SOLANA_VERIFY_RPC_URL/).waitFor()
})

test('the mainnet form names what it sets, and replaces a node only when told; it takes further ones', async () => {
  const { page, button } = await fixture.visit('tab=mainnet')
  const sent: StandaloneConfigBody[] = []
  await page.route(globOf(endpoints.standaloneSender.config), (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ status: 503, json: { error: 'not now' } })
  })
  await page.getByLabel('Private Key', { exact: true }).fill('my key')
  await page.getByLabel('Token Mint Address').fill(fixture.portal.environment.mint)
  await page.getByText('More nodes').click()
  await page.getByLabel('Further nodes').fill('https://mine.example/key')
  await page.getByText(/^It sets the Standalone Sender: its wallet, its token and its nodes/).waitFor()
  await page.getByText('First node: https://api.mainnet-beta.solana.com').waitFor()
  await button('Save Configuration').click()
  const { rpcUrl } = await fixture.call(endpoints.standaloneSender.status)
  await seeToast(page, 'Node Would Be Replaced', `Tick that ${rpcUrl} may be replaced by the public node`)
  expect(sent).toEqual([])
  await page.getByLabel(`Replace ${rpcUrl} as the first node`).check()
  await button('Save Configuration').click()
  await button('Save for mainnet').click()
  await seeToast(page, 'Configuration Failed', 'not now')
  const first = 'https://api.mainnet-beta.solana.com'
  expect(sent).toMatchObject([{ rpcUrl: first, rpcUrls: [first, 'https://mine.example/key'] }])
})

test('the mainnet form asks before the key leaves the page', async () => {
  const { page, button, dialog, fact } = await fixture.visit('tab=mainnet')
  const sent: StandaloneConfigBody[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()))
  const key = page.getByLabel('Private Key', { exact: true })
  await button('Save Configuration').click()
  await seeToast(page, 'Missing Private Key', 'Please enter your Solana wallet private key')
  await key.fill('my key')
  await button('Save Configuration').click()
  await seeToast(page, 'Missing Token Address', 'Please enter your SPL token mint address')
  await page.getByLabel('Token Mint Address').fill('So1111')
  await page.getByText('44 characters are expected; these are 6.').waitFor()
  await page.getByLabel('Token Mint Address').fill(fixture.portal.environment.mint)
  await page.getByLabel(/^Replace .+ as the first node$/).check()
  await button('Save Configuration').click()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])

  await button('Save Configuration').click()
  await button('Save for mainnet').click()
  await page.getByText('Configuration Failed', { exact: true }).waitFor()
  expect(sent).toEqual([
    {
      rpcUrl: 'https://api.mainnet-beta.solana.com',
      privateKey: 'my key',
      tokenMintAddress: fixture.portal.environment.mint,
      batchSize: 10,
      confirmMainnet: true,
    },
  ])
  await expect.poll(() => fact('Network mode').textContent()).toContain('LIVE')
  await expect.poll(() => fact('Wallet').textContent()).toContain('set')
  await button('Reset Configuration').click()
  await expect.poll(() => key.inputValue()).toBe('')
})

test('the key is masked until it is asked to show', async () => {
  const { page, button } = await fixture.visit('tab=mainnet')
  const mask = () =>
    page.evaluate(
      "getComputedStyle(document.querySelector('textarea[name=privateKey]')).getPropertyValue('-webkit-text-security')",
    )
  await page.getByLabel('Private Key', { exact: true }).fill('my key')
  await expect.poll(() => mask()).toBe('disc')
  await button('Show private key').click()
  await expect.poll(() => mask()).toBe('none')
  await button('Hide private key').click()
  await expect.poll(() => mask()).toBe('disc')
})
