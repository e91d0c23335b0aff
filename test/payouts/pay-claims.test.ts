import type { Address } from '@solana/kit'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type AmountUA, toBaseUnits } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { fundWallet } from '#lab/localnet/send-instructions.ts'
import { runPayout } from '#payout/run-payout.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { openDatabase } from '#store/database/open-database.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleAttempt, sampleClaim, sampleRun } from '../harness/sample-rows.ts'
import type { SendingEnvironment } from '../harness/sending-environment.ts'
import { prepareSendingEnvironment } from '../harness/sending-environment.ts'

describe('pay claims', () => {
  let environment: SendingEnvironment
  afterEach(() => environment.close())

  const never = new AbortController().signal

  async function expectPaidOnce(claims: readonly NewClaim[]): Promise<void> {
    for (const claim of claims) {
      const { baseUnits } = toBaseUnits(claim.amountUA as AmountUA, environment.wallet.mint.decimals)
      expect(await environment.balanceOf(claim.solAddress)).toBe(baseUnits)
    }
  }

  /** Reads the signatures of markers, which show the history's reach before anything is signed again. */
  async function signaturesOfMarkers(): Promise<string[]> {
    const { db, close } = await openDatabase(environment.storePath)
    const rows = await db
      .selectFrom('attempt')
      .select('signature')
      .where('kind', '=', 'marker')
      .where('state', '=', 'paid')
      .execute()
    await close()
    return rows.map(({ signature }) => signature)
  }

  async function attempts() {
    const history = await environment.rpc.historyOf(environment.wallet.sourceTokenAccount, {
      minContextSlot: 0,
    })
    return history.filter(({ memo }) => memo?.includes('ferry:'))
  }

  /** Where the cluster takes no larger transactions. */
  const V0 = { v1Transactions: false }

  describe.each([
    ['Token', undefined],
    ['Token-2022', TOKEN_2022_PROGRAM_ADDRESS],
  ] as const)('under the %s program', (_name, tokenProgram) => {
    test('everyone is paid to the base unit, nine new accounts to a transaction of v0', async () => {
      environment = await prepareSendingEnvironment({ ...V0, ...(tokenProgram && { tokenProgram }) })
      const claims = await environment.addClaims(50)
      const run = await environment.createRun()
      expect(await runPayout(run, await environment.parts(), never)).toBe('finished')

      await expectPaidOnce(claims)
      expect(await attempts()).toHaveLength(6)
      expect(await environment.store.runs.find(run.id)).toMatchObject({ state: 'completed', message: null })
      const listed = await environment.store.claims.list({ limit: 100 })
      expect(listed.every((claim) => claim.status === 'sent' && claim.solTx !== null)).toBe(true)
    })
  })

  test('accounts that exist go eighteen to a transaction of v0', { timeout: 60_000 }, async () => {
    environment = await prepareSendingEnvironment(V0)
    const first = await environment.addClaims(18)
    await runPayout(await environment.createRun(), await environment.parts(), never)
    const before = (await attempts()).length
    await environment.addClaims(18, (index) => ({ solAddress: first[index]?.solAddress ?? '' }))
    await runPayout(await environment.createRun(), await environment.parts(), never)
    expect((await attempts()).length - before).toBe(1)
  })

  test('two claims that name one wallet are both paid', async () => {
    environment = await prepareSendingEnvironment()
    const [one] = await environment.addClaims(1)
    if (!one) throw new Error('no claim')
    await environment.addClaims(1, () => ({ solAddress: one.solAddress }))
    await runPayout(await environment.createRun(), await environment.parts(), never)
    expect(await environment.balanceOf(one.solAddress)).toBe(2n * 10n ** 6n)
  })

  test('fifty claims that name one new wallet are all paid', async () => {
    environment = await prepareSendingEnvironment()
    const [one] = await environment.addClaims(1)
    await environment.addClaims(49, () => ({ solAddress: one?.solAddress ?? '' }))
    const run = await environment.createRun()
    expect(await runPayout(run, await environment.parts(), never)).toBe('finished')
    expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: 50, failed: 0 })
  })

  test('a recipient that is no wallet costs the others nothing', async () => {
    environment = await prepareSendingEnvironment()
    const mint = environment.wallet.mint.address
    const claims = await environment.addClaims(9, (index) => (index === 4 ? { solAddress: mint } : {}))
    const run = await environment.createRun()
    await runPayout(run, await environment.parts(), never)

    await expectPaidOnce(claims.filter((claim) => claim.solAddress !== mint))
    expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: 8, failed: 1 })
    const [failed] = (await environment.store.claims.list({ limit: 20 })).filter(
      (claim) => claim.status === 'queued',
    )
    expect(failed?.failure).toBe('The address is a token mint, not a wallet')
  })

  test('a wallet without enough tokens ends the run with that reason; nobody is marked failed', async () => {
    environment = await prepareSendingEnvironment()
    await environment.addClaims(3, () => ({ amountUA: '999999' }))
    const run = await environment.createRun()
    await runPayout(run, await environment.parts(), never)
    expect(await environment.store.runs.find(run.id)).toMatchObject({
      state: 'failed',
      message: 'The sending wallet does not hold enough tokens',
    })
    expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ failed: 0, paid: 0 })
  })

  test('bytes that were journaled and never sent are sent by the next runner, not signed again', async () => {
    environment = await prepareSendingEnvironment()
    const claims = await environment.addClaims(9)
    const run = await environment.createRun()
    const killed = new AbortController()
    const parts = await environment.parts({ node: { broadcast: () => new Promise<never>(() => {}) } })
    void runPayout(run, parts, killed.signal)
    await expect
      .poll(() => environment.store.journal.unresolved(environment.wallet.genesisHash))
      .toHaveLength(1)
    await environment.store.leases.release(environment.wallet.signer.address, 1)

    const [attempt] = await environment.store.journal.unresolved(environment.wallet.genesisHash)
    await runPayout(run, await environment.parts({ owner: 'next' }), never)
    await expectPaidOnce(claims)
    expect((await attempts()).map(({ signature }) => signature)).toEqual([attempt?.signature])
  })

  test('an unsent transaction that expired is signed again only after its expiry is proved', {
    timeout: 60_000,
  }, async () => {
    environment = await prepareSendingEnvironment()
    const claims = await environment.addClaims(9)
    const run = await environment.createRun()
    let dropped = 0
    const lossy: Partial<SolanaRpc> = {
      broadcast: async (attempt: Parameters<typeof environment.rpc.broadcast>[0]) => {
        if (attempt.contextSlot < firstSlot + 100) {
          dropped += 1
          return { accepted: true } as const
        }
        return environment.rpc.broadcast(attempt)
      },
    }
    const firstSlot = (await environment.rpc.latestBlockhash()).contextSlot
    await runPayout(run, await environment.parts({ node: lossy }), never)
    expect(dropped).toBeGreaterThan(0)
    const markers = await signaturesOfMarkers()
    await expectPaidOnce(claims)
    const landed = await attempts()
    expect(landed.filter(({ signature }) => markers.includes(signature))).toHaveLength(markers.length)
    expect(landed.length - markers.length).toBe(1)
  })

  test('a stop settles what is under way and leaves the rest queued', async () => {
    environment = await prepareSendingEnvironment()
    await environment.addClaims(60)
    const run = await environment.createRun(10)
    const running = runPayout(run, await environment.parts(), never)
    await expect
      .poll(() => environment.store.journal.unresolved(environment.wallet.genesisHash))
      .not.toHaveLength(0)
    await environment.store.runs.askToStop(run.id, Date.now())
    await running
    const counts = await environment.store.runs.transferCounts(run.id)
    expect(counts.in_flight).toBe(0)
    expect(counts.paid).toBeGreaterThan(0)
    expect(counts.queued).toBe(60 - counts.paid)
    expect(await environment.store.runs.find(run.id)).toMatchObject({ state: 'stopped' })
  })

  test('token accounts that a stranger funded beforehand only make the transactions smaller', async () => {
    environment = await prepareSendingEnvironment()
    const claims = await environment.addClaims(9)
    for (const claim of claims) {
      const to = await associatedTokenAccount(environment.wallet.mint, claim.solAddress as Address)
      await fundWallet({ rpcUrl: environment.localnet.url, to, amountLamports: 900_000n })
    }
    await runPayout(await environment.createRun(), await environment.parts(), never)
    await expectPaidOnce(claims)
    expect(await attempts()).toHaveLength(2)
  })

  test('an amount below one base unit is not paid, and says why', async () => {
    environment = await prepareSendingEnvironment()
    await environment.addClaims(2, (index) => (index === 0 ? { amountUA: '0.0000000009' } : {}))
    const run = await environment.createRun()
    await runPayout(run, await environment.parts(), never)
    expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: 1, failed: 1 })
    const failures = (await environment.store.claims.list({ limit: 9 })).map(({ failure }) => failure)
    expect(failures).toContain("The amount is less than the token's smallest unit")
  })
})

describe('paid at most', () => {
  let portal: PayingPortal
  afterEach(() => portal.close())

  const TIMEOUT = { timeout: 30_000 }

  /** Starts to pay five claims of 1.5 tokens each, in one batch, with a cap of four tokens. */
  async function startWithCap(variable: string) {
    portal = await startPayingPortal({
      environment: (mint) => ({ [variable]: JSON.stringify({ [mint]: '4' }) }),
    })
    await portal.configure('bulk')
    const claims = Array.from({ length: 5 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
    await addClaims(portal.ferry.app, claims)
    const start = () => portal.call(endpoints.bulkSender.start)
    expect((await start()).statusCode).toBe(200)
    return { start, wallets: claims.map(({ solAddress }) => solAddress) }
  }

  const status = async () => (await portal.call(endpoints.bulkSender.status)).json()
  const paid = async (wallets: readonly string[]) =>
    (await Promise.all(wallets.map((wallet) => portal.balanceOf(wallet)))).filter((balance) => balance > 0n)

  test('a run waits at the cap of the day with words, pays no more, and can be stopped', {
    timeout: 60_000,
  }, async () => {
    const { wallets } = await startWithCap('MAX_PAID_PER_DAY')
    await expect.poll(status, TIMEOUT).toMatchObject({
      state: 'waiting',
      inFlight: 0,
      message: expect.stringMatching(
        /^MAX_PAID_PER_DAY is 4 tokens: 3 are signed, and the next payment is 1\.5\. The run goes on at 00:00 UTC\.$/,
      ),
    })
    expect(await paid(wallets)).toHaveLength(2)
    await portal.call(endpoints.bulkSender.stop)
    await expect.poll(status, TIMEOUT).toMatchObject({ state: 'stopped', running: false })
    expect(await paid(wallets)).toHaveLength(2)
  })

  test('a run ends at its own cap, and another pays on', { timeout: 60_000 }, async () => {
    const { start, wallets } = await startWithCap('MAX_PAID_PER_RUN')
    const ended = {
      state: 'failed',
      running: false,
      message: expect.stringMatching(
        /^MAX_PAID_PER_RUN is 4 tokens: 3 are signed.* What is left stays queued\.$/,
      ),
    }
    await expect.poll(status, TIMEOUT).toMatchObject(ended)
    expect(await paid(wallets)).toHaveLength(2)
    await start()
    await expect.poll(() => paid(wallets), TIMEOUT).toHaveLength(4)
    await expect.poll(status, TIMEOUT).toMatchObject(ended)
    await start()
    await expect.poll(status, TIMEOUT).toMatchObject({ state: 'completed' })
    expect(await paid(wallets)).toHaveLength(5)
  })
})

describe('two wallets', () => {
  const environment = forEachTest(prepareSendingEnvironment)

  /** Starts a payment of the other sender, with a wallet of its own, on the same cluster. */
  async function anotherWalletPays(): Promise<void> {
    const { store, wallet, rpc } = environment
    const terms = { walletAddress: 'another wallet', genesisHash: wallet.genesisHash }
    const run = await store.runs.create(sampleRun({ ...terms, sender: 'standalone' }))
    const fence = await store.leases.acquireFree('another wallet', 'another run', 1, 1)
    if (!run || fence === null) throw new Error('nothing to journal for')
    const { contextSlot } = await rpc.latestBlockhash()
    const life = { contextSlot, lastValidBlockHeight: 1_000_000 }
    const attempt = sampleAttempt(run.id, fence, { ...terms, ...life, signature: '1'.repeat(64) })
    await store.journal.write({ name: 'another wallet', fence }, run.id, [{ attempt, transfers: [] }])
  }

  test('a run ends when nothing of its own is under way, regardless of the other sender’s wallet', {
    timeout: 30_000,
  }, async () => {
    await environment.addClaims(2)
    await anotherWalletPays()
    const run = await environment.createRun()
    const stop = AbortSignal.timeout(15_000)
    expect(await runPayout(run, await environment.parts(), stop)).toBe('finished')
    expect(await environment.store.runs.find(run.id)).toMatchObject({ state: 'completed', message: null })
  })
})
