import { type Address, generateKeyPairSigner } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { type Environment, prepareEnvironment, prepareFundedWallet } from '#lab/environment/environment.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { loadHolders, makeHolder, makeVaultAddress, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let environment: Environment
let ferry: TestPortal
const holder = makeHolder()

beforeAll(async () => {
  environment = await prepareEnvironment(await startLocalnet({ slotMs: 20 }))
  ferry = await startPortal()
  const { rpcUrl, walletKeyJson: privateKey, mint: tokenMintAddress } = environment
  const sender = { rpcUrl, privateKey, tokenMintAddress, batchSize: 10, delayMs: 1000, testKey: true }
  await configureSender(ferry.app, 'bulk', sender)
  await loadHolders(ferry.app, [holder])
})
afterAll(async () => {
  await ferry.close()
  await environment.close()
})

async function submit(sol: string, more: { confirmProgramOwned?: boolean } = {}) {
  const payload = { ...(await signClaim(holder, { sol })), ...more }
  return callEndpoint(ferry.server, endpoints.public.submitClaim, { body: payload })
}

async function vault(): Promise<Address> {
  const to = offCurveAddress()
  await fundWallet({ rpcUrl: environment.rpcUrl, to, amountLamports: 10_000_000n })
  return to
}

const offCurveAddress = () => makeVaultAddress() as Address

describe('where a sender is configured, its cluster is asked', () => {
  test.each([
    ['the mint itself', async () => environment.mint, 'sol_is_token_mint'],
    ['another mint', anotherMint, 'sol_is_token_mint'],
    ['a token account', async () => environment.walletTokenAccount, 'sol_is_token_account'],
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
  await environment.close()
  const payload = await signClaim(other, { sol: (await generateKeyPairSigner()).address })
  const response = await callEndpoint(ferry.server, endpoints.public.submitClaim, { body: payload })
  expect(response.json()).toMatchObject({ ok: true })
})

async function anotherMint(): Promise<Address> {
  return (await prepareFundedWallet(environment.rpcUrl)).mint
}
