import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'
import { seeToast } from '../harness/open-page.ts'

const BNB = 'BNB Smart Chain Mainnet'
const EGON = 'EgonCoin Mainnet'

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture()
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

test('each is shown with its name, symbol and chain id, and the current one is marked', async () => {
  const { page, openNetworks } = await fixture.visit()
  await openNetworks()
  const cards = page.getByRole('region', { name: /^Networks/ }).getByRole('listitem')
  await cards.nth(0).getByText('EGON · Chain ID 271 (0x10f)').waitFor()
  const bnb = cards.filter({ hasText: BNB })
  await bnb.getByText('BNB · Chain ID 56 (0x38)').waitFor()
  await bnb.getByText('Current').waitFor()
  await expect.poll(() => bnb.getByRole('button', { name: 'Switch' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: `Switch: ${EGON}` }).count()).toBe(1)
  await expect.poll(() => page.getByText('Wrong Network').count()).toBe(0)
})

test('a chain that is not supported is warned of, until the wallet leaves it', async () => {
  const { page } = await fixture.visit({ wallet: { chainId: '0x1' } })
  await page.getByText('Wrong Network').waitFor()
  await page.getByRole('button', { name: `Switch: ${BNB}` }).click()
  await seeToast(page, 'Network Switched', `Your wallet is on ${BNB}.`)
  await page.getByText('Current').waitFor()
  await expect.poll(() => page.getByText('Wrong Network').count()).toBe(0)
})

test('a network that the wallet does not know is added first', async () => {
  const { page, wallet, openNetworks } = await fixture.visit()
  await openNetworks()
  await page.getByRole('button', { name: `Switch: ${EGON}` }).click()
  await seeToast(page, 'Network Not Found', 'Please add this network to the wallet first')
  await page.getByText('Network not found in the wallet').waitFor()
  await page.getByRole('button', { name: `Add to wallet: ${EGON}` }).click()
  await seeToast(page, 'Network Added', `${EGON} is in your wallet.`)
  await page.getByRole('button', { name: `Switch: ${EGON}` }).click()
  await seeToast(page, 'Network Switched', `Your wallet is on ${EGON}.`)
  expect(wallet.chainId).toBe('0x10f')
})

test('a wallet that switches without an event is asked for its chain', async () => {
  const { page, wallet } = await fixture.visit({ wallet: { chainId: '0x1' } })
  await page.getByText('Wrong Network').waitFor()
  wallet.answer('wallet_switchEthereumChain', null)
  wallet.chainId = '0x38'
  await page.getByRole('button', { name: `Switch: ${BNB}` }).click()
  await page.getByText('Current').waitFor()
})
