import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import {
  type ClaimPayload,
  findClaim,
  type Holder,
  loadHolders,
  makeHolder,
  signClaim,
  withV,
} from '../harness/holders.ts'
import { sampleClaim, sampleRun, sampleTransfer } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

describe('submit claim', () => {
  const MINUTE = 60_000

  let holder: Holder

  const ferry = forAllTests(startPortal)
  beforeEach(async () => {
    holder = makeHolder()
    await loadHolders(ferry.app, [holder])
  })

  const submit = (payload: unknown) => ferry.ask(endpoints.public.submitClaim, { body: payload as object })

  const askForClaim = () => ferry.ask(endpoints.public.claim, { params: { eth: holder.account.address } })

  const askPortal = () => ferry.ask(endpoints.public.portal)

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
      const row = await findClaim(ferry.app, holder)
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
      expect((await askForClaim()).json()).toEqual({
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
      [
        'an upper-case address',
        (h) => signClaim(h, { eth: `0x${h.account.address.slice(2).toUpperCase()}` }),
      ],
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
      expect((await askForClaim()).json().id).toBe(first.json().id)
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
    expect((await askForClaim()).json()).toMatchObject({ amountUA: '1.5' })
  })

  test('an amount of the smallest unit is signed in full', async () => {
    const tiny = makeHolder(1n)
    await loadHolders(ferry.app, [tiny])
    const allocation = await ferry.ask(endpoints.public.allocation, {
      query: { eth: tiny.account.address },
    })
    expect(allocation.json()).toMatchObject({ amountUA: '0.000000000000000001', amountWei: '1' })
    expect((await submit(await signClaim(tiny))).json()).toMatchObject({ ok: true })
  })
})

describe.each(DIALECTS)('on %s', (dialect) => {
  let url: string

  const database = forEachTest(() => startPortalDatabase(dialect))
  const ferry = forEachTest(() => startPortal(database))
  beforeEach(async () => {
    url = await ferry.listen()
  })

  async function submitAll(claims: readonly object[]): Promise<number[]> {
    const responses = await Promise.all(
      claims.map((claim) => fetchEndpoint(url, endpoints.public.submitClaim, { body: claim })),
    )
    return responses.map(({ status }) => status)
  }

  const differentClaims = (holder: Holder, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => signClaim(holder, { nonce: Date.now() - n })))

  test('of a hundred different claims at once, one is accepted', async () => {
    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    const statuses = await submitAll(await differentClaims(holder, 100))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
    expect(await ferry.app.store.claimTallies.countQueued()).toBe(1)
  })

  test('many addresses at once get one claim each, with the ids of the answers', async () => {
    const holders = Array.from({ length: 40 }, () => makeHolder())
    await loadHolders(ferry.app, holders)
    const twice = await Promise.all(holders.map((holder) => differentClaims(holder, 2)))
    const statuses = await submitAll(twice.flat())
    expect(statuses.filter((status) => status === 200)).toHaveLength(40)
    expect(statuses.filter((status) => status === 409)).toHaveLength(40)
    expect(await ferry.app.store.claimTallies.countQueued()).toBe(40)
  })

  test('the store decides, also between claims that passed every check together', async () => {
    const claim = sampleClaim()
    const inserted = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ferry.app.claimWriter.insert({ ...claim, id: `SAME-${n}` })),
    )
    expect(inserted.filter(Boolean)).toHaveLength(1)
  })
})
