import { type Address, generateKeyPairSigner } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { loadHolders, makeHolder, makeVaultAddress, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let localnet: Localnet
let ferry: TestPortal
let mint: Address
let tokenAccount: Address
const holder = makeHolder()

beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: 20 })
  ferry = await startPortal()
  const { signer, keyJson } = await makeSolanaKey()
  const rpcUrl = localnet.url
  await fundWallet({ rpcUrl, to: signer.address, amountLamports: 10_000_000_000n })
  const demo = { rpcUrl, payer: signer, decimals: 9, supplyBaseUnits: 1000n, to: signer.address }
  ;({ mint, tokenAccount } = await createDemoMint(demo))
  const sender = { rpcUrl, privateKey: keyJson, batchSize: 10, delayMs: 1000, testKey: true }
  await configureSender(ferry.app, 'bulk', { ...sender, tokenMintAddress: mint })
  await loadHolders(ferry.app, [holder])
})
afterAll(async () => {
  await ferry.close()
  await localnet.close()
})

async function submit(sol: string, more: { confirmProgramOwned?: boolean } = {}) {
  const payload = { ...(await signClaim(holder, { sol })), ...more }
  return callEndpoint(ferry.server, endpoints.public.submitClaim, { body: payload })
}

async function vault(): Promise<Address> {
  const to = offCurveAddress()
  await fundWallet({ rpcUrl: localnet.url, to, amountLamports: 10_000_000n })
  return to
}

const offCurveAddress = () => makeVaultAddress() as Address

describe('where a sender is configured, its cluster is asked', () => {
  test.each([
    ['the mint itself', async () => mint, 'sol_is_token_mint'],
    ['another mint', anotherMint, 'sol_is_token_mint'],
    ['a token account', async () => tokenAccount, 'sol_is_token_account'],
    ['a program', async () => 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo' as Address, 'sol_known_program'],
    ['an off-curve address with no account', async () => offCurveAddress(), 'sol_off_curve'],
    ['a vault that was not confirmed', vault, 'sol_off_curve_unconfirmed'],
  ])('%s is refused', async (_name, address, code) => {
    const response = await submit(await address())
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code })
  })

  test('a vault that was confirmed is taken', async () => {
    expect((await submit(await vault(), { confirmProgramOwned: true })).json()).toMatchObject({ ok: true })
  })
})

test('where its node does not answer, a wallet address is accepted all the same', async () => {
  const other = makeHolder()
  await loadHolders(ferry.app, [other])
  await localnet.close()
  const payload = await signClaim(other, { sol: (await generateKeyPairSigner()).address })
  const response = await callEndpoint(ferry.server, endpoints.public.submitClaim, { body: payload })
  expect(response.json()).toMatchObject({ ok: true })
})

async function anotherMint(): Promise<Address> {
  const payer = await generateKeyPairSigner()
  await fundWallet({ rpcUrl: localnet.url, to: payer.address, amountLamports: 10_000_000_000n })
  const made = await createDemoMint({
    rpcUrl: localnet.url,
    payer,
    decimals: 6,
    supplyBaseUnits: 1n,
    to: payer.address,
  })
  return made.mint
}
