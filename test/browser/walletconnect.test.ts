import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'
import { seeToast } from '../harness/open-page.ts'
import { type Relay, startRelay } from '../harness/walletconnect-relay.ts'
import { openRemoteWallet, type RemoteWallet } from '../harness/walletconnect-wallet.ts'

const PROJECT = '0123456789abcdef0123456789abcdef'

let relay: Relay
let fixture: ClaimFixture
const wallets: RemoteWallet[] = []
beforeAll(async () => {
  relay = await startRelay()
  fixture = await openClaimFixture({
    settings: { walletConnect: { projectId: PROJECT, relayUrl: relay.url } },
  })
})
afterEach(() => fixture.endVisits())
afterAll(async () => {
  await Promise.all(wallets.map((wallet) => wallet.close()))
  await fixture?.close()
  await relay?.close()
})

/** Opens the page in a browser without a wallet, and a wallet app beside it. */
async function visit(chainIds = [56]) {
  const opened = await fixture.visit({
    wallet: null,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  const wallet = await openRemoteWallet(relay, opened.holder.account, chainIds)
  wallets.push(wallet)
  const { page, holder } = opened
  return {
    page,
    holder,
    app: wallet,
    scripts: () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    /** Takes the link out of the page, as a camera does. */
    async scan() {
      await page.getByRole('button', { name: 'WalletConnect' }).click()
      await page.getByRole('img', { name: 'The code by which your wallet connects' }).waitFor()
      await page.getByRole('button', { name: 'Copy link' }).click()
      const uri = await page.evaluate<string>('navigator.clipboard.readText()')
      await wallet.pair(uri)
    },
  }
}

test('a wallet app is paired, signs and claims; its session outlives a reload and ends where the app ends it', async () => {
  const { page, app, scan, scripts, holder } = await visit()
  await page.getByRole('button', { name: 'WalletConnect' }).waitFor()
  const before = await scripts()
  expect(relay.methods).toEqual([])

  await scan()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  expect(app.pages).toEqual(['Ferry Demo'])
  expect(relay.projects).toEqual(new Set([PROJECT]))
  expect((await scripts()).length).toBeGreaterThan(before.length)

  await page.reload()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  app.refuseNext()
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  await seeToast(page, 'Submission Failed', 'Signature request was rejected')
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  await page.getByText('Claim Submitted Successfully').waitFor()
  expect(app.texts.at(-1)).toContain(`eth: ${holder.account.address}`)

  await app.disconnect()
  await page.getByText('Your wallet is no longer connected').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'WalletConnect' }).waitFor()
})

test('a refusal is told, a cancelled code is not used, and another scan connects', async () => {
  const { page, app, scan } = await visit([56, 271])
  app.refuseNext()
  await scan()
  await seeToast(page, 'Connection Failed', 'User rejected the connection request.')
  await page.getByRole('button', { name: 'WalletConnect' }).click()
  await page.getByRole('img', { name: 'The code by which' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('img', { name: 'The code by which' }).waitFor({ state: 'detached' })
  await scan()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).waitFor()
})
