import type { Locator } from 'playwright-core'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AccountReport } from '#domain/account-report.ts'
import { globOf, tellPortal } from '../harness/alter-reply.ts'
import { type Scene, scene, type Visit, type VisitOptions } from '../harness/claim-fixture.ts'
import { makeHolder } from '../harness/holders.ts'
import { sees } from '../harness/open-page.ts'

const SOLANA_ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

const CHAINS = ['0x10f', '0x38']
const owner = makeHolder().account
const others = [makeHolder().account, makeHolder().account]
const SAFE: AccountReport = {
  kind: 'contract',
  contracts: [
    {
      chainId: '0x38',
      safe: {
        threshold: 2,
        owners: [owner, ...others].map(({ address }) => address.toLowerCase()),
      },
    },
  ],
}
const KEY: AccountReport = { kind: 'key', contracts: [] }

/** A visit to a portal that can check contract wallets, where any address is this account. */
function visitWith(account: AccountReport, options: VisitOptions = {}): Scene {
  return (visit, { portal }) =>
    visit({
      ...options,
      async prepare(context) {
        await tellPortal(context, portal.url, { contractChains: CHAINS })
        await context.route(globOf(endpoints.public.account), (route) => route.fulfill({ json: account }))
      },
    })
}

/** Finds the way to claim for a Safe, which is folded on a phone. */
async function seeSafe({ page, openOtherWays }: Visit): Promise<Locator> {
  const way = page.getByRole('button', { name: 'Claim for a Safe that you own' })
  await page.getByText('No wallet in this browser?').waitFor()
  if (!(await way.isVisible())) await openOtherWays()
  await way.waitFor()
  return way
}

const askForSafe = (account: AccountReport) =>
  scene(visitWith(account, { wallet: { accounts: [owner] } }), async (opened) => {
    await (await seeSafe(opened)).click()
    await opened.page.getByLabel('Address of the Safe').fill(opened.holder.account.address)
  })

const findSafe = (account: AccountReport) =>
  scene(askForSafe(account), ({ page }) => page.getByRole('button', { name: 'Find this Safe' }).click())

const SIGNATURES = scene(findSafe(SAFE), async ({ page }) => {
  await page.getByLabel('Solana address').fill(SOLANA_ADDRESS)
  await page.getByRole('button', { name: 'Go on to the signatures' }).click()
  await page.getByRole('heading', { name: '0 of 2 signatures' }).waitFor()
})

/** Every screen that only contract wallets see. */
export const SAFE_SCENES: Record<string, Scene> = {
  'connect-safe': scene(visitWith(SAFE), (opened) => seeSafe(opened)),
  'allocation-none-safe': scene(
    visitWith(KEY, {
      holder: makeHolder(),
      wallet: { connected: true },
    }),
    sees('No Allocation Found'),
  ),
  'form-contract-wallet': scene(visitWith(SAFE, { wallet: { connected: true } }), async (opened) => {
    await opened.proceed()
    await opened.page.getByText('2 of its 3 owners have to sign.').waitFor()
  }),
  'form-contract-elsewhere': scene(
    visitWith(SAFE, {
      wallet: { connected: true, chainId: '0x10f' },
    }),
    async (opened) => {
      await opened.proceed()
      await opened.page.getByText('Switch your wallet to BNB').waitFor()
    },
  ),
  'safe-find': askForSafe(SAFE),
  'safe-bad-link': scene(visitWith(SAFE, { path: '/#safe=0x1' }), sees('This link is incomplete')),
  'safe-not-found': scene(findSafe(KEY), sees('There is no Safe at this address')),
  'safe-destination': scene(findSafe(SAFE), async (opened) => {
    await opened.page.getByLabel('Solana address').fill(SOLANA_ADDRESS)
    await opened.page.getByRole('region', { name: 'A last look before you sign' }).waitFor()
  }),
  'safe-signatures': SIGNATURES,
  'safe-wrong-network': scene(SIGNATURES, async (opened) => {
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Sign as this owner' }).waitFor()
    await opened.wallet.emit('chainChanged', '0x10f')
    await opened.page.getByText('Switch your wallet to BNB Smart Chain Mainnet to sign.').waitFor()
  }),
  'safe-not-an-owner': scene(SIGNATURES, async (opened) => {
    opened.wallet.accounts = [opened.holder.account]
    await opened.connect()
    await opened.page.getByText('The connected account is no owner of this Safe.').waitFor()
  }),
  'safe-owner': scene(SIGNATURES, async (opened) => {
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Sign as this owner' }).waitFor()
  }),
  'safe-one-signed': scene(SIGNATURES, async (opened) => {
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Sign as this owner' }).click()
    await opened.page.getByRole('heading', { name: '1 of 2 signatures' }).waitFor()
  }),
  'safe-expired': scene((visit, fixture) => {
    const nonce = Date.now() - 15 * 86_400_000
    const safe = fixture.nextHolder().account.address
    const path = `/#safe=${safe}&chain=56&sol=${SOLANA_ADDRESS}&nonce=${nonce}`
    return visitWith(SAFE, { path })(visit, fixture)
  }, sees('This claim was begun more than 14 days ago')),
}
