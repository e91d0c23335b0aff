import type { Address } from '@solana/kit'
import { getCreateAssociatedTokenIdempotentInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { readMint } from '#solana/mint.ts'
import { openSendingWallet, parseSendingKey } from '#solana/sending-key.ts'
import { readRows } from '../harness/alter-store.ts'
import { bindPayment } from '../harness/bind-payment.ts'
import { tokenAccountOf } from '../harness/chain-state.ts'
import { readyToSign } from '../harness/claim-fixture.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { payFromWallet } from '../harness/pay-from-wallet.ts'
import { expectSettled, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim, unknownSignature } from '../harness/sample-rows.ts'
import { PAST_BARRIER, prepareSendingEnvironment } from '../harness/sending-environment.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { sendAside, tokenTransfer } from '../harness/wallet-moves.ts'

describe('second ferry', () => {
  const environment = forEachTest(prepareSendingEnvironment)

  /** A clock on which minutes pass in seconds. */
  const QUICK_CLOCK = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 100 }

  test('a second Ferry, with its own records, begins to pay from the same wallet: the run stops, with a message', async () => {
    const [claim] = await environment.addClaims(1)
    const run = await environment.createRun()
    const clearance = new SigningClearance({
      store: environment.store,
      wallet: environment.wallet,
      clock: QUICK_CLOCK,
      barrier: PAST_BARRIER,
      onRefused: () => {},
      preflight: (node) => readyToSign(node, environment.wallet),
    })
    const asked = () => clearance.ask(run)
    await expect.poll(asked).toMatchObject({ kind: 'clear' })
    await payFromWallet(environment, 'ferry:an-attempt-of-the-second', [
      { to: claim?.solAddress as Address, baseUnits: 1_000_000n },
    ])
    const reason = expect.stringMatching(/^The chain shows 1 payment /)
    await expect.poll(asked).toMatchObject({ kind: 'stop', reason })
  })
})

describe('settled by another', () => {
  const OWED = 1_500_000_000n

  const paying = forEachTest(startPayingPortal)
  beforeEach(() => paying.configure('bulk'))

  test('a hold is settled by a lost transaction that paid others too: those are still unknown payments', {
    timeout: 120_000,
  }, async () => {
    const { ferry, rpc, localnet, mint, walletKeyJson, walletTokenAccount } = paying
    const claims = [1, 2].map(() => sampleClaim({ solAddress: freshSolanaAddress() }))
    await addClaims(ferry.app, claims)
    const [held, other] = claims
    if (!held || !other) throw new Error('no claims')
    const signer = await openSendingWallet(await parseSendingKey(walletKeyJson))
    const wallet = {
      signer,
      mint: await readMint(rpc, mint),
      sourceTokenAccount: walletTokenAccount,
      format: 'v0' as const,
    }
    const lost = await payFromWallet(
      { wallet, rpc, localnet },
      'ferry:an-attempt-that-was-lost',
      claims.map(({ solAddress }) => ({ to: solAddress as Address, baseUnits: OWED })),
    )
    const attempt = await bindPayment(ferry.app, held, {
      signature: unknownSignature(),
      missing: 'the records were restored',
    })
    const settled = await paying.call(endpoints.bulkSender.settleHold, {
      body: {
        attemptId: attempt.id,
        as: 'paid',
        tx: lost,
      },
    })
    expect(settled.statusCode, settled.body).toBe(200)
    expect(
      readRows(ferry.databaseFile, `select paid_tx, recorded_by from transfer where claim_id = '${held.id}'`),
    ).toEqual([{ paid_tx: lost, recorded_by: 'mark_sent' }])

    expect(await paying.call(endpoints.bulkSender.start)).toMatchObject({ statusCode: 409 })
    expect((await paying.call(endpoints.bulkSender.takeOver)).json()).toMatchObject({
      payments: 1,
      claims: 1,
    })
    expect(await paying.balanceOf(other.solAddress)).toBe(OWED)
  })
})

describe('sent to treasury', () => {
  let bed: ServerBed
  afterEach(() => bed.close())

  const reconciled = async () => (await bed.call(endpoints.bulkSender.reconcile)).body

  /** Sends tokens back to the treasury, by the sending wallet's own key. */
  async function moveToTreasury(): Promise<string> {
    const { wallet, mint } = bed.environment
    const treasury = freshSolanaAddress()
    const ata = await tokenAccountOf(treasury, mint)
    return sendAside(bed, wallet, [
      getCreateAssociatedTokenIdempotentInstruction({
        payer: wallet,
        ata,
        owner: treasury,
        mint,
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      }),
      tokenTransfer(bed, wallet, bed.sourceTokenAccount, ata, 5_000_000_000n),
    ])
  }

  test('a legitimate transfer out of the wallet is listed separately, and acknowledged with a note', {
    timeout: 180_000,
  }, async () => {
    bed = await prepareServerBed({ claimants: 20 })
    await bed.claimAll()
    expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
    await bed.untilPaid()
    const signature = await moveToTreasury()
    await expect.poll(reconciled).toMatchObject({ agrees: false })

    const acknowledge = (body: object) => bed.call(endpoints.bulkSender.acknowledge, { body })
    expect(await acknowledge({ signature: unknownSignature(), note: 'another one' })).toMatchObject({
      status: 404,
      body: { code: 'unknown_outflow' },
    })
    expect(await acknowledge({ signature, note: 'back to the treasury' })).toMatchObject({ status: 200 })
    await expectSettled(bed)
  })

  test('such a transfer in the middle of a run blocks no payment permanently', {
    timeout: 180_000,
  }, async () => {
    bed = await prepareServerBed({ claimants: 40 })
    await bed.claimAll()
    expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
    // Some transactions are lost, so that the balance is needed as evidence.
    bed.localnet.faults.use({ seed: 5, rules: [{ kind: 'swallow', probability: 0.3 }] })
    await bed.do(endpoints.bulkSender.start)
    await expect.poll(async () => (await bed.status()).progress?.successful).toBeGreaterThan(0)
    const signature = await moveToTreasury()
    await bed.untilPaid()
    expect((await bed.dues()).filter(({ owed, onChain }) => onChain !== owed)).toEqual([])
    expect(
      await bed.call(endpoints.bulkSender.acknowledge, { body: { signature, note: 'back to the treasury' } }),
    ).toMatchObject({ status: 200 })
    await expectSettled(bed)
  })
})
