import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { SiweTerms } from '#domain/claim-message.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import { fetchEndpoint } from '../harness/fetch-endpoint.ts'
import { type ClaimPayload, type Holder, loadHolders, signClaim } from '../harness/holders.ts'
import { prepareSafe } from '../harness/safe-wallets.ts'
import { SIWE_SETTINGS, siweTermsInForce } from '../harness/siwe-portal.ts'
import { type EvmChains, startEvmChains } from '../harness/start-evm-chains.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const DAY = 24 * 60 * 60_000

const makeOwner = () => privateKeyToAccount(generatePrivateKey())
const [ann, bob] = [makeOwner(), makeOwner()]

let chains: EvmChains
let ferry: TestPortal
let url: string
beforeAll(async () => {
  chains = await startEvmChains()
  ferry = await startPortal({
    settings: SIWE_SETTINGS,
    environment: { EVM_RPC_URL_56: chains.bsc.url, EVM_RPC_URL_271: chains.node.url },
  })
  url = await ferry.listen()
})
afterAll(async () => {
  await ferry?.close()
  await chains?.close()
})

async function submit(body: ClaimPayload) {
  const response = await fetchEndpoint(url, endpoints.public.submitClaim, { body })
  return { status: response.status, ...((await response.json()) as { code?: string; error?: string }) }
}

async function loadWallet(address: Address, sign: (message: string) => Promise<Hex>): Promise<Holder> {
  const account = { address, signMessage: ({ message }: { message: unknown }) => sign(String(message)) }
  const holder = { account, amountWei: 7_000_000_000_000_000_000n }
  await loadHolders(ferry.app, [holder])
  return holder
}

/** Signs the message of the portal, with these other terms. */
async function signSiwe(
  holder: Holder,
  change: Partial<SiweTerms> = {},
  sent: Parameters<typeof signClaim>[1] = {},
) {
  return signClaim(holder, sent, {}, { ...(await siweTermsInForce(ferry.app)), ...change })
}

async function loadSafe(): Promise<Holder> {
  const safe = await prepareSafe(chains.onBsc, [ann, bob], 2)
  await safe.deploy()
  return loadWallet(safe.address, (message) => safe.sign(message, [ann, bob]))
}

test('a contract wallet claims with the message that names the site (ERC-1271)', async () => {
  const holder = await loadSafe()
  expect(await submit(await signSiwe(holder))).toMatchObject({ status: 200 })
  const address = readEvmAddress(holder.account.address)
  const claim = address && (await ferry.app.store.claims.findByAddress(address))
  expect(claim).toMatchObject({ signedBy: 'contract', siweTerms: await siweTermsInForce(ferry.app) })
  expect(claim && ferry.app.seals.differences(sealedClaim(claim), claim.seal)).toBeNull()
})

test('thirteen days after the message was issued, it still does', async () => {
  const nonce = Date.now() - 13 * DAY
  expect(await submit(await signSiwe(await loadSafe(), {}, { nonce }))).toMatchObject({ status: 200 })
})

test('one that is not deployed yet claims with it (ERC-6492)', async () => {
  const safe = await prepareSafe(chains.onEgon, [ann, bob], 2)
  const holder = await loadWallet(safe.address, (message) => safe.signUndeployed(message, [ann, bob]))
  expect(await submit(await signSiwe(holder, {}, { chainId: '0x10f' }))).toMatchObject({ status: 200 })
})

test('for another domain, another list or as five lines it is refused, and the official address named', async () => {
  const holder = await loadSafe()
  for (const claim of [
    await signSiwe(holder, { publicUrl: 'https://claim.example.com' }),
    await signSiwe(holder, { fileHash: 'ab'.repeat(32) }),
    await signClaim(holder),
  ]) {
    const answer = await submit(claim)
    expect(answer).toMatchObject({ status: 400, code: 'bad_signature' })
    expect(answer.error).toContain(`Open ${SIWE_SETTINGS.publicUrl} and sign again`)
  }
})
