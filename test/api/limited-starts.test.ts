import { randomBytes } from 'node:crypto'
import { type Address, address } from '@solana/kit'
import { getFreezeAccountInstruction } from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { prepareFundedWallet } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { createTokenAccounts } from '#lab/localnet/create-token-accounts.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { addClaims } from '../harness/add-claims.ts'
import { DIALECTS } from '../harness/each-store.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

/** Starts that pay a part of what is owed, against the chain. */

const LONG = { timeout: 120_000 }

describe.each(DIALECTS)('a limited start on %s', (dialect) => {
  let portal: PayingPortal
  let server: PostgresServer | undefined
  beforeAll(async () => {
    if (dialect === 'PostgreSQL') server = await startPostgres()
    const environment = server && {
      DATABASE_URL: await server.createDatabase(),
      SECRETS_KEY: randomBytes(32).toString('base64'),
    }
    portal = await startPayingPortal({ freezable: true, ...(environment && { environment }) })
    await portal.configure('bulk')
  }, 60_000)
  afterAll(async () => {
    await portal?.close()
    await server?.stop()
  })

  const start = async (body?: object) => {
    const response = await portal.call(endpoints.bulkSender.start, body && { body })
    return { status: response.statusCode, ...response.json() }
  }
  const status = async () => (await portal.call(endpoints.bulkSender.status)).json()
  const newestRun = async () => (await portal.call(endpoints.bulkSender.runs)).json().runs[0]
  const ended = async () => {
    await expect.poll(async () => (await status()).running, { timeout: 60_000 }).toBe(false)
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
        'The canary did not get through: of its 1 payment 1 failed on the chain. No other payment was sent.',
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
