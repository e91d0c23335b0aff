import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { withV } from '../harness/alter-signature.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { type ClaimPayload, type Holder, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { sampleClaim, sampleRun, sampleTransfer } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const MINUTE = 60_000

let ferry: TestPortal
let holder: Holder

beforeAll(async () => {
  ferry = await startPortal()
})
afterAll(() => ferry.close())
beforeEach(async () => {
  holder = makeHolder()
  await loadHolders(ferry.app, [holder])
})

const submit = (payload: unknown) =>
  callEndpoint(ferry.server, endpoints.public.submitClaim, { body: payload as object })

const findClaim = () =>
  callEndpoint(ferry.server, endpoints.public.claim, { params: { eth: holder.account.address } })

const askPortal = () => callEndpoint(ferry.server, endpoints.public.portal)

describe('a good claim', () => {
  test('is accepted, kept as it was signed, and found again', async () => {
    const claim = await signClaim(holder)
    const response = await submit(claim)
    expect(response.json()).toMatchObject({
      ok: true,
      id: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-?){3}$/),
    })
    expect(response.statusCode).toBe(200)

    const { id } = response.json<{ id: string }>()
    const row = await ferry.app.store.claims.findByAddress(holder.account.address.toLowerCase() as never)
    expect(row).toMatchObject({
      id,
      ethSigned: claim.eth,
      solAddress: claim.sol,
      amountWei: 1_500_000_000_000_000_000n,
      amountUA: '1.5',
      chainId: 56,
      nonce: String(claim.nonce),
      signature: claim.signature,
      signedBy: 'key',
      status: 'queued',
    })
    expect(row && ferry.app.seals.differences(sealedClaim(row), row.seal)).toBeNull()
    expect((await findClaim()).json()).toEqual({
      id,
      status: 'queued',
      amountUA: '1.5',
      solAddr: `${claim.sol.slice(0, 6)}…${claim.sol.slice(-4)}`,
      submittedAt: expect.any(Number),
      correctedAt: null,
      sending: false,
      solTx: null,
      cluster: null,
      reason: null,
      inRunAt: null,
      onChainAt: null,
      settledAt: null,
      attention: null,
      correctable: true,
    })
  })

  test.each<[string, (claim: Holder) => Promise<ClaimPayload>]>([
    ['v of 0 or 1', async (h) => withV(await signClaim(h), (v) => v - 27)],
    ['a lower-case address', (h) => signClaim(h, { eth: h.account.address.toLowerCase() })],
    ['an upper-case address', (h) => signClaim(h, { eth: `0x${h.account.address.slice(2).toUpperCase()}` })],
    ['the nonce as a string', (h) => signClaim(h, { nonce: String(Date.now()) })],
    ['the chain as hex', (h) => signClaim(h, { chainId: '0x38' })],
    ['the chain as padded hex', (h) => signClaim(h, { chainId: '0x038' })],
    ['the other chain', (h) => signClaim(h, { chainId: 271 })],
    ['a nonce of ten minutes ago', (h) => signClaim(h, { nonce: Date.now() - 10 * MINUTE + 5_000 })],
    ['a nonce of a minute ahead', (h) => signClaim(h, { nonce: Date.now() + MINUTE - 5_000 })],
  ])('may have %s', async (_, sign) => {
    expect((await submit(await sign(holder))).json()).toMatchObject({ ok: true })
  })
})

describe('a claim is refused', () => {
  test('when its address claimed before, and the first claim stays as it is', async () => {
    const first = await submit(await signClaim(holder))
    const second = await submit(await signClaim(holder))
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({ code: 'already_claimed' })
    expect((await findClaim()).json().id).toBe(first.json().id)
  })

  test('when a claim before it had the address in another spelling', async () => {
    await submit(await signClaim(holder))
    const again = await submit(await signClaim(holder, { eth: holder.account.address.toLowerCase() }))
    expect(again.json()).toMatchObject({ code: 'already_claimed' })
  })

  test('when its allocation is zero', async () => {
    const nobody = makeHolder(0n)
    await loadHolders(ferry.app, [nobody])
    expect((await submit(await signClaim(nobody))).json()).toMatchObject({ code: 'no_allocation' })
  })
})

describe('checks that need the store', () => {
  const run = sampleRun({ genesisHash: MAINNET_GENESIS_HASH })

  test('the mint that is paid out is no wallet', async () => {
    expect((await askPortal()).json()).toMatchObject({ payoutDecimals: null })
    const mint = freshSolanaAddress()
    await ferry.app.store.senders.save({
      kind: 'bulk',
      rpcUrl: 'http://127.0.0.1:1',
      fallbackRpcUrls: [],
      sourceOwner: null,
      sourceTokenAccount: null,
      mintExtensions: [],
      mintName: null,
      sealedKey: Buffer.alloc(1),
      walletAddress: run.walletAddress,
      mintAddress: mint,
      mintDecimals: 9,
      tokenProgram: run.tokenProgram,
      genesisHash: run.genesisHash,
      batchSize: 10,
      delayMs: 1000,
      priorityFeeCap: 0,
      configuredAtMs: 1,
    })
    expect((await askPortal()).json()).toMatchObject({ payoutDecimals: 9 })
    expect((await submit(await signClaim(holder, { sol: mint }))).json()).toMatchObject({
      code: 'sol_is_token_mint',
    })
    expect((await submit(await signClaim(holder))).json()).toMatchObject({ ok: true })
  })

  test.each([
    ['paid on mainnet', MAINNET_GENESIS_HASH, 'paid', 409, 'already_paid'],
    ['paid on another cluster', 'of-a-devnet', 'paid', 200, undefined],
    ['failed on mainnet', MAINNET_GENESIS_HASH, 'failed', 200, undefined],
  ] as const)(
    'an address that was %s, its claim reset since',
    async (_, genesisHash, state, status, code) => {
      const { store } = ferry.app
      const earlier = (await store.runs.latest()) ?? (await store.runs.create(run))
      await store.runs.addTransfers([
        sampleTransfer(sampleClaim({ evmAddress: holder.account.address.toLowerCase() }), {
          claimId: null,
          runId: earlier?.id ?? 0,
          state,
          mintAddress: run.mintAddress,
          genesisHash,
        }),
      ])
      const response = await submit(await signClaim(holder))
      expect(response.json().code).toBe(code)
      expect(response.statusCode).toBe(status)
    },
  )
})

test('new allocations do not change a claim already made', async () => {
  await submit(await signClaim(holder))
  await loadHolders(ferry.app, [{ ...holder, amountWei: 7n }])
  expect((await findClaim()).json()).toMatchObject({ amountUA: '1.5' })
})

test('an amount of the smallest unit is signed in full', async () => {
  const tiny = makeHolder(1n)
  await loadHolders(ferry.app, [tiny])
  const allocation = await callEndpoint(ferry.server, endpoints.public.allocation, {
    query: { eth: tiny.account.address },
  })
  expect(allocation.json()).toMatchObject({ amountUA: '0.000000000000000001', amountWei: '1' })
  expect((await submit(await signClaim(tiny))).json()).toMatchObject({ ok: true })
})
