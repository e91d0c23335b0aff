import { type Address, address } from '@solana/kit'
import { getFreezeAccountInstruction } from '@solana-program/token'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { prepareFundedWallet } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { createTokenAccounts, sendInstructions } from '#lab/localnet/send-instructions.ts'
import { readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { ALL_QUEUED, addClaims, beginRun, sampleClaim } from '../harness/sample-rows.ts'

/** Starts that pay a part of what is owed, against the chain. */

const LONG = { timeout: 120_000 }

describe.each(DIALECTS)('a limited start on %s', (dialect) => {
  const database = forAllTests(() => startPortalDatabase(dialect))
  const portal = forAllTests(() => startPayingPortal({ freezable: true, ...database }))
  beforeAll(() => portal.configure('bulk'))

  const start = async (body?: object) =>
    answerOf(await portal.call(endpoints.bulkSender.start, body && { body }))
  const newestRun = async () => (await portal.call(endpoints.bulkSender.runs)).json().runs[0]
  const ended = async () => {
    await portal.untilEnded()
    return newestRun()
  }
  const claimsPaid = async () => {
    const { claims } = (await portal.call(endpoints.admin.claims, { query: { limit: 500 } })).json()
    return claims.filter((claim: { status: string }) => claim.status === 'sent').length
  }

  async function claim(tokens: readonly string[], wallet?: string) {
    const made = tokens.map((amountUA) =>
      sampleClaim({ solAddress: wallet ?? freshSolanaAddress(), amountUA }),
    )
    await addClaims(portal.ferry.app, made)
    return made
  }

  test('a canary, three tranches and a selection pay everybody once', LONG, async () => {
    const claims = await claim(Array.from({ length: 40 }, (_, n) => `${n + 1}`))
    expect(await start({ canary: 5, limit: { count: 12 } })).toMatchObject({
      status: 200,
      message:
        'Bulk send started for 12 queued claims. The first 5 are sent alone, the rest once they are final.',
    })
    await expect
      .poll(async () => (await portal.call(endpoints.bulkSender.status)).json(), { interval: 10 })
      .toMatchObject({
        state: 'running',
        message: 'The canary: nothing else is signed before its 5 payments are final.',
      })
    expect(await ended()).toMatchObject({ status: 'completed', transferCount: 12, paid: 12 })
    // The first batch is the canary, and the next was not signed before it was final.
    const { store } = portal.ferry.app
    const first = await store.runPayments.page(Number((await newestRun()).id), { limit: 20 })
    const canarySlot = Math.max(...first.slice(0, 5).map(({ carrier }) => carrier?.slot ?? 0))
    const restSlot = Math.min(...first.slice(5).map(({ carrier }) => carrier?.slot ?? 0))
    expect(restSlot - canarySlot).toBeGreaterThanOrEqual(6)

    // 13 + 14 + 15 = 42: the next does not fit.
    expect(await start({ limit: { amountUA: '57.999999999' } })).toMatchObject({
      message: 'Bulk send started for 3 queued claims.',
    })
    expect(await ended()).toMatchObject({ status: 'completed', paid: 3 })
    const chosen = [claims[20], claims[39], claims[0]].map((each) => each?.id)
    expect(await start({ claimIds: chosen })).toMatchObject({
      message: 'Bulk send started for 2 queued claims.',
    })
    expect(await ended()).toMatchObject({ status: 'completed', paid: 2 })
    expect(await start({ claimIds: chosen })).toMatchObject({ status: 409, code: 'selection_settled' })
    expect(await claimsPaid()).toBe(17)
    expect(await start()).toMatchObject({ message: 'Bulk send started for 23 queued claims.' })
    expect(await ended()).toMatchObject({ status: 'completed', paid: 23 })

    for (const each of claims) {
      expect(await portal.balanceOf(each.solAddress)).toBe(BigInt(each.amountUA) * 10n ** 9n)
    }
    const reconciled = (await portal.call(endpoints.bulkSender.reconcile)).json()
    expect(reconciled).toMatchObject({ agrees: true, bookedPayments: 40, chainPayments: 40 })
  })

  test('limits and selections that take nothing start nothing', LONG, async () => {
    const [big] = await claim(['500'])
    expect(await start({ limit: { amountUA: '499' } })).toMatchObject({ code: 'limit_takes_nothing' })
    expect(await start({ claimIds: ['NONE'] })).toMatchObject({ status: 404, code: 'unknown_claim' })
    for (const body of [
      { limit: { count: 0 } },
      { limit: { amountUA: '0' } },
      { limit: { amountUA: `1${'0'.repeat(30)}` } },
      { claimIds: [] },
      { canary: 0 },
      // Misspelt, it would be no limit at all.
      { amountUA: '499' },
      { limit: { amount: '499' } },
      { Canary: 5 },
    ]) {
      expect(await start(body), JSON.stringify(body)).toMatchObject({ status: 400, code: 'invalid_request' })
    }
    expect((await newestRun()).transferCount).toBe(23)
    expect(await start({ claimIds: [big?.id] })).toMatchObject({ status: 200 })
    expect(await ended()).toMatchObject({ paid: 1 })
  })

  test('a wallet that covers a part is told which part, and pays it', LONG, async () => {
    const { mint, walletKeyJson } = await prepareFundedWallet(portal.rpcUrl, {
      lamports: 10n * 2_100_000n,
      issuerLamports: 1_000_000_000n,
    })
    await portal.configure('bulk', { privateKey: walletKeyJson, tokenMintAddress: mint })
    const claims = await claim(Array.from({ length: 30 }, () => '2'))
    const estimate = async (query = {}) =>
      (await portal.call(endpoints.bulkSender.estimate, { query })).json()
    const whole = await estimate()
    expect(whole).toMatchObject({ sufficient: false, claimCount: 30 })
    const { claimCount, rest } = whole.covers
    expect(claimCount).toBeGreaterThanOrEqual(8)
    expect(claimCount).toBeLessThanOrEqual(10)
    expect(whole.covers.amountUA).toBe(String(2 * claimCount))
    expect(rest).toMatchObject({ claimCount: 30 - claimCount, amountUA: String(2 * (30 - claimCount)) })
    expect(Number(whole.covers.feeSOL) + Number(rest.feeSOL)).toBeCloseTo(Number(whole.totalFeeSOL), 6)
    expect(await start()).toMatchObject({ status: 409, code: 'insufficient_sol' })
    expect(await estimate({ count: claimCount })).toMatchObject({
      sufficient: true,
      covers: null,
      claimCount,
    })
    expect(await start({ limit: { count: claimCount } })).toMatchObject({ status: 200 })
    expect(await ended()).toMatchObject({ status: 'completed', paid: claimCount, failed: 0 })
    expect(await Promise.all(claims.slice(0, claimCount).map(isSent))).not.toContain(false)
    await portal.configure('bulk')
    expect(await start()).toMatchObject({ status: 200 })
    await ended()
  })

  test('what the wallet itself has to keep pays nothing, and is left at the end', LONG, async () => {
    /** Configures a wallet with so many lamports, and estimates one payment. */
    const estimateWith = async (lamports: bigint) => {
      const { mint, wallet, walletKeyJson } = await prepareFundedWallet(portal.rpcUrl, {
        lamports,
        issuerLamports: 1_000_000_000n,
      })
      await portal.configure('bulk', { privateKey: walletKeyJson, tokenMintAddress: mint })
      return { wallet, ...(await portal.call(endpoints.bulkSender.estimate)).json() }
    }
    await claim(['2'])
    const { transactionFeeSOL, rentSOL } = await estimateWith(1_000_000_000n)
    const cost = BigInt(Math.round((Number(transactionFeeSOL) + Number(rentSOL)) * 1e9))

    const short = await estimateWith(cost + 890_879n)
    expect(short).toMatchObject({ sufficient: false, balances: { keptSOL: '0.00089088' } })
    expect(short.balances.missingSOL).toBe('0.000000001')
    expect(await start()).toMatchObject({ status: 409, code: 'insufficient_sol' })

    // The fee is estimated: the computation is known once it is simulated.
    const enough = await estimateWith(cost + 890_880n + 100_000n)
    expect(enough).toMatchObject({ sufficient: true, balances: { missingSOL: '0' } })
    expect(await start()).toMatchObject({ status: 200 })
    expect(await ended()).toMatchObject({ status: 'completed', message: null, paid: 1, failed: 0 })
    const [left] = await portal.rpc.accounts([enough.wallet.address])
    expect(left?.lamports).toBeGreaterThanOrEqual(890_880n)
    await portal.configure('bulk')
  })

  const isSent = async ({ id }: { id: string }) =>
    (await portal.ferry.app.store.claimDecisions.find(id))?.status === 'sent'

  test('a canary that fails ends the run before anybody else is paid', LONG, async () => {
    const [frozen] = await claim(['3'])
    const others = await claim(['4', '5', '6'])
    const { signTransfers } = await freezeAfterLook(address(frozen?.solAddress ?? ''))
    try {
      expect(await start({ canary: 1 })).toMatchObject({ status: 200 })
      const run = await ended()
      expect(run).toMatchObject({ status: 'failed', paid: 0 })
      expect(run.message).toBe(
        'The canary did not get through: its payment failed on the chain. No other payment was sent.',
      )
    } finally {
      signTransfers()
    }
    for (const each of others) expect(await portal.balanceOf(each.solAddress)).toBe(0n)
    // The failed one is left out by a limit, and the others are paid.
    expect(await start({ canary: 1, limit: { count: 3 } })).toMatchObject({ status: 200 })
    expect(await ended()).toMatchObject({ status: 'completed', paid: 3 })
    for (const each of others) {
      expect(await portal.balanceOf(each.solAddress)).toBe(BigInt(each.amountUA) * 10n ** 9n)
    }
  })

  test(
    'runs cost what was estimated: with a canary, and where the run before opened an account',
    LONG,
    async () => {
      const estimate = async (query = {}) =>
        (await portal.call(endpoints.bulkSender.estimate, { query })).json()
      // The priority fee depends on the compute units that the simulation shows.
      const transactions = (feeSOL: string) => Math.floor((Number(feeSOL) * 1e9) / 5_000)
      const costs = async () => {
        const { feeSOL, rentSOL, estimatedFeeSOL, estimatedRentSOL } = (await ended()).cost
        return {
          paid: [transactions(feeSOL), rentSOL],
          estimated: [transactions(estimatedFeeSOL), estimatedRentSOL],
        }
      }
      const costsOf = ({ transactionFeeSOL, rentSOL }: Record<'transactionFeeSOL' | 'rentSOL', string>) => {
        const shown = [transactions(transactionFeeSOL), rentSOL]
        return { paid: shown, estimated: shown }
      }
      const shared = await claim(['1', '1', '1'], freshSolanaAddress())
      const claims = [...shared, ...(await claim(Array.from({ length: 12 }, () => '1')))]
      const [all, first] = [await estimate(), await estimate({ count: 2, canary: 1 })]
      expect([all.newTokenAccounts, first.newTokenAccounts, first.transactions]).toEqual([13, 1, 2])
      expect(first.estimatedDuration).toBeGreaterThan((await estimate({ count: 2 })).estimatedDuration)
      await start({ limit: { count: 2 }, canary: 1 })
      expect(await costs()).toEqual(costsOf(first))

      const claimIds = claims.slice(2).map(({ id }) => id)
      const response = await portal.call(endpoints.bulkSender.estimateSelected, {
        body: { claimIds, canary: 3 },
      })
      const rest = answerOf(response)
      expect([rest.newTokenAccounts, rest.transactions]).toEqual([12, 2])
      await start({ claimIds, canary: 3 })
      expect(await costs()).toEqual(costsOf(rest))

      // Ten fit one transaction; of the first batch of ten, three are left out.
      await portal.configure('bulk', { batchSize: 10 })
      const denied = await claim(['1', '1', '1'])
      for (const { solAddress: address } of denied)
        await portal.call(endpoints.denyList.add, { body: { address, source: 'A report' } })
      const late = [...denied, ...(await claim(Array.from({ length: 10 }, () => '1')))].map(({ id }) => id)
      const partly = answerOf(
        await portal.call(endpoints.bulkSender.estimateSelected, { body: { claimIds: late } }),
      )
      expect([partly.claimCount, partly.transactions]).toEqual([10, 2])
      await start({ claimIds: late })
      expect(await costs()).toEqual(costsOf(partly))
      await portal.configure('bulk')
    },
  )

  /** Freezes a wallet's account once it was looked up and simulated: its payment fails on the chain alone. */
  async function freezeAfterLook(owner: Address): Promise<{ signTransfers(): void }> {
    const { journal } = portal.ferry.app.store
    const write = journal.write
    let isFrozen = false
    const mint = await readMint(portal.rpc, portal.mint)
    await createTokenAccounts({
      rpcUrl: portal.localnet.url,
      payer: portal.wallet,
      mint: portal.mint,
      owners: [owner],
    })
    const account = await associatedTokenAccount(mint, owner)
    journal.write = async (...call) => {
      if (!isFrozen) {
        isFrozen = true
        await sendInstructions(portal.localnet.url, portal.wallet, [
          getFreezeAccountInstruction({ account, mint: portal.mint, owner: portal.wallet }),
        ])
      }
      return write(...call)
    }
    return { signTransfers: () => void Object.assign(journal, { write }) }
  }

  test('the token is described as the chain has it', async () => {
    const token = await portal.call(endpoints.bulkSender.token)
    expect(token.json()).toEqual({
      address: portal.mint,
      decimals: 9,
      supplyUA: '1000000',
      mintAuthority: portal.wallet.address,
      freezeAuthority: portal.wallet.address,
      name: null,
      symbol: null,
    })
  })
})

describe('cooling off', () => {
  const { estimate, start, status } = endpoints.bulkSender

  const portal = forAllTests(() => startPayingPortal({ settings: { coolingOffMinutes: 30 } }))
  beforeAll(() => portal.configure('bulk'))

  test('a run leaves claims that were submitted or corrected a short while ago to the next one', async () => {
    const holders = [makeHolder(), makeHolder()]
    await loadHolders(portal.ferry.app, holders)
    for (const holder of holders) {
      await portal.call(endpoints.public.submitClaim, { body: await signClaim(holder) })
    }
    expect((await portal.call(estimate)).json()).toMatchObject({ claimCount: 0, totalAmountUA: '0' })
    const refused = await portal.call(start)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'claims_cooling_off',
      error: expect.stringContaining('30 min'),
    })

    const old = sampleClaim({ solAddress: freshSolanaAddress() })
    await addClaims(portal.ferry.app, [old])
    expect((await portal.call(estimate)).json()).toMatchObject({ claimCount: 1, totalAmountUA: '1.5' })
    expect((await portal.call(start)).json()).toEqual({ message: 'Bulk send started for 1 queued claim.' })
    await expect
      .poll(async () => (await portal.call(status)).json().progress)
      .toMatchObject({ status: 'completed' })
    expect(await portal.balanceOf(old.solAddress)).toBe(1_500_000_000n)
    expect((await portal.call(status)).json()).toMatchObject({ queuedClaimsCount: 2 })

    // What no run has taken can still be corrected.
    const [holder] = holders
    if (!holder) throw new Error('there is no holder')
    const corrected = await portal.call(endpoints.public.correctClaim, {
      params: { eth: holder.account.address },
      body: await signClaim(holder),
    })
    expect(corrected.statusCode, corrected.body).toBe(200)
  })

  test('a claim on the list of a run is not corrected: it would be paid without a cooling-off time', async () => {
    const holder = makeHolder()
    await loadHolders(portal.ferry.app, [holder])
    await portal.call(endpoints.public.submitClaim, {
      body: await signClaim(holder, { nonce: Date.now() - 5_000 }),
    })
    const { store } = portal.ferry.app
    const run = await beginRun({ store }, { walletAddress: 'another wallet' }, ALL_QUEUED)
    const params = { eth: holder.account.address }
    expect((await portal.call(endpoints.public.claim, { params })).json()).toMatchObject({
      correctable: false,
    })
    const refused = await portal.call(endpoints.public.correctClaim, {
      params,
      body: await signClaim(holder),
    })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'claim_under_way'])
    await store.runs.finish(run.id, 'stopped', null, 1)
  })
})
