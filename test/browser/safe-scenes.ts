import type { Locator } from 'playwright-core'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AccountReport } from '#domain/account-report.ts'
import type { ClaimFixture, Visit, VisitOptions } from '../harness/claim-fixture.ts'
import { globOf } from '../harness/glob-of.ts'
import { makeHolder } from '../harness/holders.ts'
import { tellPortal } from '../harness/tell-portal.ts'
import type { Scene } from './scene.ts'

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
function visitWith(
  account: AccountReport,
  visit: (options?: VisitOptions) => Promise<Visit>,
  { portal }: ClaimFixture,
  options: VisitOptions = {},
): Promise<Visit> {
  return visit({
    ...options,
    async prepare(context) {
      await tellPortal(context, portal.url, { contractChains: CHAINS })
      await context.route(globOf(endpoints.public.account), (route) => route.fulfill({ json: account }))
      await options.prepare?.(context)
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

async function askForSafe(
  account: AccountReport,
  visit: (options?: VisitOptions) => Promise<Visit>,
  fixture: ClaimFixture,
): Promise<Visit> {
  const opened = await visitWith(account, visit, fixture, { wallet: { accounts: [owner] } })
  const { page, holder } = opened
  await (await seeSafe(opened)).click()
  await page.getByLabel('Address of the Safe').fill(holder.account.address)
  return opened
}

async function findSafe(
  account: AccountReport,
  visit: (options?: VisitOptions) => Promise<Visit>,
  fixture: ClaimFixture,
): Promise<Visit> {
  const opened = await askForSafe(account, visit, fixture)
  await opened.page.getByRole('button', { name: 'Find this Safe' }).click()
  return opened
}

async function goToSignatures(
  visit: (options?: VisitOptions) => Promise<Visit>,
  fixture: ClaimFixture,
): Promise<Visit> {
  const opened = await findSafe(SAFE, visit, fixture)
  await opened.page.getByLabel('Solana address').fill(SOLANA_ADDRESS)
  await opened.page.getByRole('button', { name: 'Go on to the signatures' }).click()
  await opened.page.getByRole('heading', { name: '0 of 2 signatures' }).waitFor()
  return opened
}

/** Every screen that only contract wallets see. */
export const SAFE_SCENES: Record<string, Scene> = {
  'connect-safe': async (visit, fixture) => {
    const opened = await visitWith(SAFE, visit, fixture)
    await seeSafe(opened)
    return opened
  },
  'allocation-none-safe': async (visit, fixture) => {
    const opened = await visitWith(KEY, visit, fixture, {
      holder: makeHolder(),
      wallet: { connected: true },
    })
    await opened.page.getByText('No Allocation Found').waitFor()
    return opened
  },
  'form-contract-wallet': async (visit, fixture) => {
    const opened = await visitWith(SAFE, visit, fixture, { wallet: { connected: true } })
    await opened.proceed()
    await opened.page.getByText('2 of its 3 owners have to sign.').waitFor()
    return opened
  },
  'form-contract-elsewhere': async (visit, fixture) => {
    const opened = await visitWith(SAFE, visit, fixture, {
      wallet: { connected: true, chainId: '0x10f' },
    })
    await opened.proceed()
    await opened.page.getByText('Switch your wallet to BNB').waitFor()
    return opened
  },
  'safe-find': (visit, fixture) => askForSafe(SAFE, visit, fixture),
  'safe-bad-link': async (visit, fixture) => {
    const opened = await visitWith(SAFE, visit, fixture, { path: '/#safe=0x1' })
    await opened.page.getByText('This link is incomplete').waitFor()
    return opened
  },
  'safe-not-found': async (visit, fixture) => {
    const opened = await findSafe(KEY, visit, fixture)
    await opened.page.getByText('There is no Safe at this address').waitFor()
    return opened
  },
  'safe-destination': async (visit, fixture) => {
    const opened = await findSafe(SAFE, visit, fixture)
    await opened.page.getByLabel('Solana address').fill(SOLANA_ADDRESS)
    await opened.page.getByRole('region', { name: 'A last look before you sign' }).waitFor()
    return opened
  },
  'safe-signatures': (visit, fixture) => goToSignatures(visit, fixture),
  'safe-wrong-network': async (visit, fixture) => {
    const opened = await goToSignatures(visit, fixture)
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Sign as this owner' }).waitFor()
    await opened.wallet.emit('chainChanged', '0x10f')
    await opened.page.getByText('Switch your wallet to BNB Smart Chain Mainnet to sign.').waitFor()
    return opened
  },
  'safe-not-an-owner': async (visit, fixture) => {
    const opened = await goToSignatures(visit, fixture)
    opened.wallet.accounts = [opened.holder.account]
    await opened.connect()
    await opened.page.getByText('The connected account is no owner of this Safe.').waitFor()
    return opened
  },
  'safe-owner': async (visit, fixture) => {
    const opened = await goToSignatures(visit, fixture)
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Sign as this owner' }).waitFor()
    return opened
  },
  'safe-one-signed': async (visit, fixture) => {
    const opened = await goToSignatures(visit, fixture)
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Sign as this owner' }).click()
    await opened.page.getByRole('heading', { name: '1 of 2 signatures' }).waitFor()
    return opened
  },
  'safe-expired': async (visit, fixture) => {
    const nonce = Date.now() - 15 * 86_400_000
    const opened = await visitWith(SAFE, visit, fixture, {
      path: `/#safe=${fixture.nextHolder().account.address}&chain=56&sol=${SOLANA_ADDRESS}&nonce=${nonce}`,
    })
    await opened.page.getByText('This claim was begun more than 14 days ago').waitFor()
    return opened
  },
}
