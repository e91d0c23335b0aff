import type { Address } from '@solana/kit'
import { getFreezeAccountInstruction } from '@solana-program/token'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { createTokenAccounts, sendInstructions } from '#lab/localnet/send-instructions.ts'
import { runPayout } from '#payout/run-payout.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { Simulation, SolanaRpc } from '#solana/solana-rpc.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

describe('bad recipients', () => {
  let environment: SendingEnvironment
  afterEach(() => environment.close())

  async function pay(change: Partial<SolanaRpc> = {}) {
    const { store } = environment
    const run = await environment.createRun()
    await runPayout(run, await environment.parts({ node: change }), new AbortController().signal)
    return { run: await store.runs.find(run.id), counts: await store.runs.transferCounts(run.id) }
  }

  async function freeze(owner: Address): Promise<void> {
    const { wallet, localnet } = environment
    const rpcUrl = localnet.url
    await createTokenAccounts({ rpcUrl, payer: wallet.signer, mint: wallet.mint.address, owners: [owner] })
    const account = await associatedTokenAccount(wallet.mint, owner)
    const freezing = getFreezeAccountInstruction({ account, mint: wallet.mint.address, owner: wallet.signer })
    await sendInstructions(rpcUrl, wallet.signer, [freezing])
  }

  async function payoutTransactions(): Promise<number> {
    const history = await environment.rpc.historyOf(environment.wallet.sourceTokenAccount, {
      minContextSlot: 0,
    })
    return history.filter(({ memo }) => memo?.includes('ferry:')).length
  }

  async function failures() {
    const claims = await environment.store.claims.list({ limit: 500, status: 'queued' })
    return claims.map(({ solAddress, failure }) => ({ solAddress, failure }))
  }

  test('one frozen recipient among 1,000 is found before anything is signed, at no cost', {
    timeout: 60_000,
  }, async () => {
    environment = await prepareSendingEnvironment({ freezable: true })
    const claims = await environment.addClaims(1000)
    const victim = claims[500]?.solAddress as Address
    await freeze(victim)
    const { counts } = await pay()
    expect(counts).toMatchObject({ paid: 999, failed: 1 })
    expect(await failures()).toEqual([
      { solAddress: victim, failure: "The wallet's token account is frozen" },
    ])
    expect(await payoutTransactions()).toBeLessThanOrEqual(Math.ceil(999 / 9) + 2)
  })

  test('one that is frozen after everything was checked fails on chain, and is isolated from the others', async () => {
    environment = await prepareSendingEnvironment({ freezable: true })
    const claims = await environment.addClaims(18)
    const victim = claims[4]?.solAddress as Address
    let isFrozen = false
    const { counts } = await pay({
      async broadcast(attempt) {
        if (!isFrozen) {
          isFrozen = true
          await freeze(victim)
        }
        return environment.rpc.broadcast(attempt)
      },
    })
    expect(counts).toMatchObject({ paid: 17, failed: 1 })
    expect(await failures()).toEqual([
      { solAddress: victim, failure: "The wallet's token account is frozen" },
    ])
    expect(await payoutTransactions()).toBeLessThanOrEqual(2 + 6)
  })

  test('payments that are refused one after another for no known reason stop the run', async () => {
    environment = await prepareSendingEnvironment()
    await environment.addClaims(30)
    const refused: Simulation = {
      error: '"ProgramCacheHitMaxLimit"',
      failedInstruction: null,
      logs: [],
      computeUnits: 0,
    }
    const { run, counts } = await pay({ simulate: async () => refused })
    expect(run).toMatchObject({ state: 'failed' })
    expect(run?.message).toContain('program cache hit max limit')
    expect(counts).toMatchObject({ queued: 30, failed: 0 })
  })
})

describe('paid to itself', () => {
  const paying = forEachTest(startPayingPortal)
  beforeEach(() => paying.configure('bulk'))

  const lastRun = async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0]

  async function pay(): Promise<void> {
    const started = await paying.call(endpoints.bulkSender.start)
    expect(started.statusCode, started.body).toBe(200)
    await expect.poll(lastRun, { timeout: 30_000 }).toMatchObject({ status: 'completed' })
  }

  test('a claim to the sending wallet itself does not keep the next run from paying', {
    timeout: 120_000,
  }, async () => {
    const own = sampleClaim({ solAddress: paying.wallet.address })
    await addClaims(paying.ferry.app, [own, sampleClaim({ solAddress: freshSolanaAddress() })])
    await pay()
    const next = sampleClaim({ solAddress: freshSolanaAddress() })
    await addClaims(paying.ferry.app, [next])
    await pay()
    expect(await paying.balanceOf(next.solAddress)).toBe(1_500_000_000n)
  })
})
