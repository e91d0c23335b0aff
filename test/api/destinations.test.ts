import { type Address, generateKeyPairSigner } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import type { DestinationReport } from '#domain/destination-report.ts'
import { prepareEnvironment, prepareFundedWallet } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { fundWallet } from '#lab/localnet/send-instructions.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { type Holder, loadHolders, makeHolder, makeVaultAddress, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'
import { reply, startTestNode } from '../harness/test-node.ts'

const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** The localnet has it, and the domain does not know it. */
const UNKNOWN_PROGRAM = 'ZkE1Gama1Proof11111111111111111111111111111'
/** Who is answered within it has not waited for a silent node, which takes three seconds, however busy the machine is. */
const WAITED_MS = 2_900

/** One portal has a sender; the other only knows SOLANA_RPC_URL. */
let withSender: TestPortal
let withoutSender: TestPortal
let otherMint: Address
const holders = { withSender: makeHolder(), withoutSender: makeHolder(), whileSilent: makeHolder() }

const environment = forAllTests(async () => prepareEnvironment(await startLocalnet({ slotMs: 20 })))
beforeAll(async () => {
  const { rpcUrl, walletKeyJson: privateKey, mint: tokenMintAddress } = environment
  otherMint = (await prepareFundedWallet(rpcUrl)).mint
  withSender = await startPortal()
  withoutSender = await startPortal({ environment: { SOLANA_RPC_URL: rpcUrl } })
  const sender = { rpcUrl, privateKey, tokenMintAddress, batchSize: 10, delayMs: 1000, testKey: true }
  await configureSender(withSender.app, 'bulk', sender)
  for (const { app } of [withSender, withoutSender]) await loadHolders(app, Object.values(holders))
})
afterAll(async () => {
  await withSender.close()
  await withoutSender.close()
})

async function submit(
  { server }: TestPortal,
  holder: Holder,
  sol: string,
  more: { confirmProgramOwned?: boolean } = {},
) {
  const body = { ...(await signClaim(holder, { sol })), ...more }
  return callEndpoint(server, endpoints.public.submitClaim, { body })
}

async function ask({ server }: TestPortal, sol: string): Promise<DestinationReport> {
  const response = await callEndpoint(server, endpoints.public.destination, { params: { sol } })
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  return response.json()
}

async function funded(to: Address): Promise<Address> {
  await fundWallet({ rpcUrl: environment.rpcUrl, to, amountLamports: 10_000_000n })
  return to
}

const freshWallet = async () => (await generateKeyPairSigner()).address

const REFUSED: [string, () => Promise<string>, DestinationReport][] = [
  [
    'the mint itself',
    async () => environment.mint,
    { kind: 'mint', problem: 'sol_is_token_mint', holdsSol: true },
  ],
  ['another mint', async () => otherMint, { kind: 'mint', problem: 'sol_is_token_mint', holdsSol: true }],
  [
    'a token account',
    async () => environment.walletTokenAccount,
    { kind: 'token_account', problem: 'sol_is_token_account', holdsSol: true },
  ],
  ['a known program', async () => PROGRAM, { kind: 'program', problem: 'sol_known_program', holdsSol: null }],
  [
    'another program',
    async () => UNKNOWN_PROGRAM,
    { kind: 'program', problem: 'sol_is_program', holdsSol: true },
  ],
  ['the zero key', async () => '1'.repeat(32), { kind: 'invalid', problem: 'sol_zero_key', holdsSol: null }],
  [
    'no address',
    async () => 'z'.repeat(44),
    { kind: 'invalid', problem: 'invalid_sol_address', holdsSol: null },
  ],
  [
    'an off-curve address with no account',
    async () => makeVaultAddress(),
    { kind: 'invalid', problem: 'sol_off_curve', holdsSol: false },
  ],
  [
    'a vault that was not confirmed',
    () => funded(makeVaultAddress()),
    { kind: 'vault', problem: 'sol_off_curve_unconfirmed', holdsSol: true },
  ],
]

describe.each([
  ['where a sender is configured, its cluster is asked', () => withSender, holders.withSender],
  ['before a sender is configured, SOLANA_RPC_URL is asked', () => withoutSender, holders.withoutSender],
])('%s', (_, portal, holder) => {
  const cases = holder === holders.withSender ? REFUSED : REFUSED.slice(1)

  test.each(cases)('%s is told, and refused', async (_name, make, report) => {
    const address = await make()
    expect(await ask(portal(), address)).toEqual(report)
    const refused = await submit(portal(), holder, address)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: report.problem })
  })

  test.each(REFUSED.slice(1, -1))('%s is refused also when it was confirmed', async (_name, make, report) => {
    const refused = await submit(portal(), holder, await make(), { confirmProgramOwned: true })
    expect(refused.json()).toMatchObject({ code: report.problem })
  })

  test('a wallet is told from an address that was never used', async () => {
    expect(await ask(portal(), await freshWallet())).toEqual({
      kind: 'unused',
      problem: null,
      holdsSol: false,
    })
    expect(await ask(portal(), await funded(await freshWallet()))).toEqual({
      kind: 'wallet',
      problem: null,
      holdsSol: true,
    })
  })

  test('a vault that was confirmed is taken', async () => {
    const vault = await funded(makeVaultAddress())
    const taken = await submit(portal(), holder, vault, { confirmProgramOwned: true })
    expect(taken.json()).toMatchObject({ ok: true })
  })
})

test('the wallet that pays is nobody’s destination', async () => {
  expect(await ask(withSender, environment.wallet.address)).toEqual({
    kind: 'wallet',
    problem: 'sol_is_sender',
    holdsSol: true,
  })
})

test('an answer is given again for some seconds; a claim asks anew', async () => {
  const vault = makeVaultAddress()
  expect(await ask(withoutSender, vault)).toMatchObject({ problem: 'sol_off_curve' })
  await funded(vault)
  expect(await ask(withoutSender, vault)).toMatchObject({ problem: 'sol_off_curve' })
  const refused = await submit(withoutSender, holders.whileSilent, vault)
  expect(refused.json()).toMatchObject({ code: 'sol_off_curve_unconfirmed' })
})

test('any text is answered, and one too long refused', async () => {
  expect(await ask(withSender, '%20<b>')).toEqual({
    kind: 'invalid',
    problem: 'invalid_sol_address',
    holdsSol: null,
  })
  const params = { sol: 'z'.repeat(101) }
  const refused = await withSender.ask(endpoints.public.destination, { params })
  expect(refused.json()).toMatchObject({ code: 'invalid_request' })
})

describe('where no node answers', () => {
  beforeAll(() => environment.close())

  test('nothing on the curve is refused', async () => {
    const wallet = freshSolanaAddress()
    expect(await ask(withSender, wallet)).toEqual({ kind: 'unknown', problem: null, holdsSol: null })
    const taken = await submit(withSender, holders.whileSilent, wallet)
    expect(taken.json()).toMatchObject({ ok: true })
  })

  test('the mint that is paid out, and the wallet that pays, are refused all the same', async () => {
    const { mint, wallet } = environment
    const refused = await submit(withSender, holders.withoutSender, mint)
    expect(refused.json()).toMatchObject({ code: 'sol_is_token_mint' })
    const itself = await submit(withSender, holders.withoutSender, wallet.address)
    expect(itself.statusCode).toBe(400)
    expect(itself.json()).toMatchObject({ code: 'sol_is_sender' })
  })

  test('an address that no key has is refused, and not said to have no account', async () => {
    const vault = makeVaultAddress()
    expect(await ask(withSender, vault)).toEqual({
      kind: 'unknown',
      problem: 'sol_off_curve_unseen',
      holdsSol: null,
    })
    const refused = await submit(withSender, holders.withoutSender, vault, { confirmProgramOwned: true })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'sol_off_curve_unseen' })
  })
})

test('claimants wait for a node that hangs only once, and are checked again when it is back', async () => {
  let hangs = true
  const node = await startTestNode((call, response) => {
    if (hangs) return
    const [addresses] = call.params as [string[]]
    reply(call, response, { context: { slot: 1 }, value: addresses.map(() => null) })
  })
  await using crowd = await crowdAt(node.url, 400)

  const first = await crowd.submit(200)
  expect(first.slowestMs).toBeGreaterThan(WAITED_MS)
  const askedByClaims = node.calls.length
  await expect.poll(() => node.calls.length).toBeGreaterThan(askedByClaims)
  const second = await crowd.submit(200)
  expect(second.slowestMs).toBeLessThan(WAITED_MS)
  expect([...first.codes, ...second.codes]).toEqual(Array(400).fill(undefined))

  const askedAtMs = performance.now()
  expect(await ask(crowd.portal, freshSolanaAddress())).toEqual({
    kind: 'unknown',
    problem: null,
    holdsSol: null,
  })
  expect(performance.now() - askedAtMs).toBeLessThan(WAITED_MS)

  hangs = false
  const vault = () => ask(crowd.portal, makeVaultAddress())
  await expect.poll(vault).toMatchObject({ problem: 'sol_off_curve' })
  const refused = await submit(crowd.portal, makeHolder(), makeVaultAddress())
  expect(refused.json()).toMatchObject({ code: 'sol_off_curve' })
})

/** A portal that asks a node, and holders who claim there at once. */
async function crowdAt(rpcUrl: string, count: number) {
  const portal = await startPortal({ environment: { SOLANA_RPC_URL: rpcUrl } })
  const waiting = Array.from({ length: count }, () => makeHolder())
  await loadHolders(portal.app, waiting)
  return {
    portal,
    async submit(most: number) {
      const bodies = await Promise.all(waiting.splice(0, most).map((holder) => signClaim(holder)))
      const took: number[] = []
      const answers = await Promise.all(
        bodies.map(async (body) => {
          const startedAtMs = performance.now()
          const answer = await portal.ask(endpoints.public.submitClaim, { body })
          took.push(performance.now() - startedAtMs)
          return answer.json()
        }),
      )
      return { codes: answers.map(({ code }) => code), slowestMs: Math.max(...took) }
    },
    [Symbol.asyncDispose]: () => portal.close(),
  }
}
