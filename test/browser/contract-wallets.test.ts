import { type Hex, hexToString } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EvmAddress } from '#domain/evm-address.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type ClaimFixture, HOLDER_WEI, openClaimFixture } from '../harness/claim-fixture.ts'
import { loadHolders } from '../harness/holders.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../harness/node-proxies.ts'
import { seeToast } from '../harness/open-page.ts'
import {
  deploySafeContracts,
  prepareSafe,
  type SafeContracts,
  type SafeWallet,
} from '../harness/safe-wallets.ts'
import { type Anvil, startAnvil } from '../harness/start-anvil.ts'

const DAY_MS = 24 * 60 * 60_000

const BNB = 'BNB Smart Chain Mainnet'
const EGON = 'EgonCoin Mainnet'

const makeOwner = () => privateKeyToAccount(generatePrivateKey())
const owners = [makeOwner(), makeOwner(), makeOwner()]
const signers = owners.slice(0, 2)

let anvil: Anvil
let contracts: SafeContracts
let egonNode: FaultyRpcProxy
let egon: Anvil
let fixture: ClaimFixture
beforeAll(async () => {
  ;[anvil, egon] = await Promise.all([startAnvil(56), startAnvil(271)])
  contracts = await deploySafeContracts(anvil)
  egonNode = await startFaultyRpcProxy(egon.url)
  fixture = await openClaimFixture({
    env: { EVM_RPC_URL_56: anvil.url, EVM_RPC_URL_271: egonNode.url },
  })
})
afterAll(async () => {
  await fixture?.close()
  await egonNode?.close()
  await Promise.all([anvil?.stop(), egon?.stop()])
})
afterEach(async () => {
  Object.assign(fixture.portal.app, { now: Date.now })
  await fixture.endVisits()
})

/** Opens the page for a Safe, as far as signing. */
async function visitAs(safe: SafeWallet, sign: (message: string) => Promise<Hex>, chainId = '0x38') {
  const account = {
    address: safe.address,
    signMessage: ({ message }: { message: string | { raw: unknown } }) =>
      sign(typeof message === 'string' ? message : hexToString(message.raw as Hex)),
  }
  const holder = { account, amountWei: HOLDER_WEI }
  await loadHolders(fixture.portal.app, [holder])
  const visit = await fixture.visit({ holder, wallet: { connected: true, chainId } })
  const { page } = visit
  await visit.proceed()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  return { ...visit, submit: () => page.getByRole('button', { name: 'Sign & Submit Claim' }).click() }
}

async function chainOfClaim({ address }: SafeWallet): Promise<number | undefined> {
  const claim = await fixture.portal.app.store.claims.findByAddress(address.toLowerCase() as EvmAddress)
  return claim?.chainId
}

test('a Safe that is deployed claims with what two of its three owners signed', async () => {
  const safe = await prepareSafe(contracts, owners, 2)
  await safe.deploy()
  const { page, submit } = await visitAs(safe, (message) => safe.sign(message, signers))
  await submit()
  await page.getByText('Claim Submitted Successfully').waitFor()
  expect(await chainOfClaim(safe)).toBe(56)
})

test('so does one that is not deployed yet', async () => {
  const safe = await prepareSafe(contracts, owners, 2)
  const { page, submit } = await visitAs(safe, (message) => safe.signUndeployed(message, signers))
  await submit()
  await page.getByText('Claim Submitted Successfully').waitFor()
  expect(await chainOfClaim(safe)).toBe(56)
})

test('on the wrong chain the right one is named, and it can claim from there', async () => {
  const safe = await prepareSafe(contracts, owners, 2)
  await safe.deploy()
  const { page, wallet, submit } = await visitAs(safe, (message) => safe.sign(message, signers), '0x10f')
  await submit()
  const told = `This address is a contract wallet on ${BNB}, not on ${EGON}. Switch to ${BNB} and sign again.`
  await seeToast(page, 'Submission Failed', told)
  await page.getByRole('alert').getByText(told).waitFor()
  expect(await chainOfClaim(safe)).toBeUndefined()

  wallet.chainId = '0x38'
  await wallet.emit('chainChanged', '0x38')
  await submit()
  await page.getByText('Claim Submitted Successfully').waitFor()
  expect(await chainOfClaim(safe)).toBe(56)
})

test('where its node does not answer, an error is shown, and nothing is lost', async () => {
  const safe = await prepareSafe(contracts, owners, 2)
  egonNode.fault = 'down'
  const { page, submit } = await visitAs(safe, (message) => safe.signUndeployed(message, signers))
  await submit()
  const told = `This wallet can not be checked just now: the node of ${EGON} does not answer. Nothing was submitted.`
  await page.getByRole('alert').getByText(told).waitFor()
  egonNode.fault = 'well'
  await submit()
  await page.getByText('Claim Submitted Successfully').waitFor()
})

test('the German text names the networks, too', async () => {
  const safe = await prepareSafe(contracts, owners, 2)
  const { page } = await visitAs(safe, (message) => safe.sign(message, signers))
  await page.getByLabel('Language').selectOption('Deutsch')
  await page.getByRole('button', { name: 'Signieren & einreichen' }).click()
  await seeToast(
    page,
    'Nicht eingereicht',
    `An dieser Adresse gibt es in ${BNB} keine Contract-Wallet. Wechseln Sie in das Netzwerk, in dem sie besteht, oder richten Sie sie dort ein, und signieren Sie noch einmal.`,
  )
})

/** Moves the server's clock, which the page goes by. */
function passDays(days: number) {
  Object.assign(fixture.portal.app, { now: () => Date.now() + days * DAY_MS })
}

test('D3: the same text is asked for again for 14 days, and then another one', async () => {
  const safe = await prepareSafe(contracts, owners, 2)
  await safe.deploy()
  const texts: string[] = []
  let signing = signers.slice(0, 1)
  const { page, proceed, submit } = await visitAs(safe, (message) => {
    texts.push(message)
    return safe.sign(message, signing)
  })
  await page.getByText('2 of its 3 owners have to sign.').waitFor()
  const sol = await page.getByLabel('Solana address').inputValue()
  await submit()
  await page.getByText('Your claim was not submitted').waitFor()

  passDays(13)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await proceed()
  await page.getByText('Begun already: the same text is asked for again').waitFor()
  expect(await page.getByLabel('Solana address').inputValue()).toBe(sol)
  await submit()
  await page.getByText('Your claim was not submitted').waitFor()
  expect(texts[1]).toBe(texts[0])

  passDays(15)
  signing = signers
  await page.reload()
  await proceed()
  await page.getByText('This claim was begun more than 14 days ago').waitFor()
  await submit()
  await page.getByText('Claim Submitted Successfully').waitFor()
  expect(texts).toHaveLength(3)
  expect(texts[2]).not.toBe(texts[0])
})

async function loadSafe({ address }: SafeWallet, ...others: ReturnType<typeof makeOwner>[]) {
  const accounts = [{ ...makeOwner(), address }, ...others]
  await loadHolders(
    fixture.portal.app,
    accounts.map((account) => ({ account, amountWei: HOLDER_WEI })),
  )
}

/** Opens the page with one owner's wallet. */
function visitAsOwner(account: (typeof owners)[number], path = '/', chainId = '0x38') {
  return fixture.visit({ holder: { account, amountWei: HOLDER_WEI }, wallet: { chainId }, path })
}

test('D3: two owners of a Safe sign on the page, a day apart', async () => {
  const safe = await prepareSafe(contracts, owners, 2)
  await safe.deploy()
  const [ann, bob] = [owners[2] ?? makeOwner(), owners[0] ?? makeOwner()]
  await loadSafe(safe, ann)
  const sol = freshSolanaAddress()

  const first = await visitAsOwner(ann, '/', '0x10f')
  const { page } = first
  await first.openOtherWays()
  await page.getByRole('button', { name: 'Claim for a Safe that you own' }).click()
  await page.getByLabel('Address of the Safe').fill(makeOwner().address)
  await page.getByRole('button', { name: 'Find this Safe' }).click()
  await page.getByText('There is nothing to claim for this address.').waitFor()
  await page.getByRole('button', { name: 'Another Safe' }).click()
  await page.getByLabel('Address of the Safe').fill(ann.address)
  await page.getByRole('button', { name: 'Find this Safe' }).click()
  await page.getByText(`There is no Safe at this address on ${EGON}, ${BNB}.`).waitFor()
  await page.getByRole('button', { name: 'Another Safe' }).click()
  await page.getByLabel('Address of the Safe').fill(safe.address)
  await page.getByRole('button', { name: 'Find this Safe' }).click()
  await page.getByLabel('Solana address').fill(sol)
  await page.getByRole('button', { name: 'Go on to the signatures' }).click()
  await page.getByRole('heading', { name: '0 of 2 signatures' }).waitFor()
  await first.connect()
  await page.getByText(`Switch your wallet to ${BNB} to sign.`).waitFor()
  await page.getByRole('button', { name: `Switch: ${BNB}` }).click()
  first.wallet.refuse('eth_signTypedData_v4', { code: 4001 })
  await page.getByRole('button', { name: 'Sign as this owner' }).click()
  await page.getByText('User rejected signature request').waitFor()
  await page.getByRole('button', { name: 'Sign as this owner' }).click()
  await page.getByRole('heading', { name: '1 of 2 signatures' }).waitFor()
  await page.getByText('The connected owner has signed.').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '1 of 2 signatures' }).waitFor()
  const path = page.url().slice(fixture.portal.url.length)
  expect(await chainOfClaim(safe)).toBeUndefined()

  passDays(1)
  const altered = await visitAsOwner(makeOwner(), path.replace(sol, freshSolanaAddress()))
  await altered.page.getByRole('heading', { name: '0 of 2 signatures' }).waitFor()
  await altered.page.getByText('A signature in this link does not fit').waitFor()
  await altered.connect()
  await altered.page.getByText('The connected account is no owner of this Safe.').waitFor()

  const second = await visitAsOwner(bob, path)
  await second.page.getByRole('heading', { name: '1 of 2 signatures' }).waitFor()
  await second.connect()
  await second.page.getByRole('button', { name: 'Sign as this owner' }).click()
  await second.page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
  const claimed = () =>
    fixture.portal.app.store.claims.findByAddress(safe.address.toLowerCase() as EvmAddress)
  expect(await claimed()).toMatchObject({ solAddress: sol, chainId: 56 })

  // They correct it, in one browser.
  const other = freshSolanaAddress()
  await second.page.getByRole('button', { name: 'Change Solana address' }).click()
  await second.page.getByLabel('Solana address').fill(other)
  await second.page.getByRole('button', { name: 'Go on to the signatures' }).click()
  await second.page.getByRole('button', { name: 'Sign as this owner' }).click()
  await second.page.getByRole('heading', { name: '1 of 2 signatures' }).waitFor()
  second.wallet.accounts = [ann]
  await second.wallet.emit('accountsChanged', [ann.address])
  await second.page.getByRole('button', { name: 'Sign as this owner' }).click()
  await second.page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
  expect(await claimed()).toMatchObject({ solAddress: other })
  await second.page.reload()
  await second.page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
})

test('a link of owners that is older than 14 days begins anew', async () => {
  const safe = await prepareSafe(contracts, owners, 2)
  await safe.deploy()
  await loadSafe(safe)
  const nonce = Date.now() - 15 * DAY_MS
  const path = `/#safe=${safe.address}&chain=56&sol=${freshSolanaAddress()}&nonce=${nonce}`
  const { page } = await visitAsOwner(owners[0] ?? makeOwner(), path)
  await page.getByText('This claim was begun more than 14 days ago').waitFor()
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByLabel('Solana address').waitFor()
})
