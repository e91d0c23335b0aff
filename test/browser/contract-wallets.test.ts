import { type Hex, hexToString } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EvmAddress } from '#domain/evm-address.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type ClaimFixture, HOLDER_WEI, openClaimFixture } from '../harness/claim-fixture.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../harness/faulty-rpc-proxy.ts'
import { loadHolders } from '../harness/holders.ts'
import { seeToast } from '../harness/open-page.ts'
import {
  deploySafeContracts,
  prepareSafe,
  type SafeContracts,
  type SafeWallet,
} from '../harness/safe-wallets.ts'
import { type Anvil, startAnvil } from '../harness/start-anvil.ts'

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
afterEach(() => fixture.endVisits())

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
