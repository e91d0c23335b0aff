import type { Address } from '@solana/kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { readMint } from '#solana/mint.ts'
import { openSendingWallet, parseSendingKey } from '#solana/sending-key.ts'
import { addClaims } from '../harness/add-claims.ts'
import { readRows } from '../harness/alter-store.ts'
import { bindPayment } from '../harness/bind-payment.ts'
import { payFromWallet } from '../harness/pay-from-wallet.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'

const OWED = 1_500_000_000n

let paying: PayingPortal
beforeEach(async () => {
  paying = await startPayingPortal()
  await paying.configure('bulk')
})
afterEach(() => paying.close())

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
