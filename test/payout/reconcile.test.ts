import type { Address } from '@solana/kit'
import { afterEach, expect, test } from 'vitest'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { reconcile } from '#payout/reconcile.ts'
import { runPayout } from '#payout/run-payout.ts'
import { forgePayment, payFromWallet } from '../harness/pay-from-wallet.ts'
import { sampleTransfer } from '../harness/sample-rows.ts'
import { prepareSendingGround, type SendingGround } from '../harness/sending-ground.ts'

let ground: SendingGround
afterEach(() => ground.close())

async function payTwelve(): Promise<void> {
  ground = await prepareSendingGround()
  await ground.addClaims(12)
  await runPayout(await ground.createRun(), await ground.parts(), new AbortController().signal)
}

const senderKey = () => ({
  genesis_hash: ground.wallet.genesisHash,
  mint_address: ground.wallet.mint.address,
  wallet_address: ground.wallet.signer.address,
  token_program: ground.wallet.mint.tokenProgram,
})

const reconciled = () => reconcile(ground.store, ground.cluster, senderKey())

test('after a payout, the chain alone tells the same as the records', async () => {
  await payTwelve()
  const found = await reconciled()
  expect(found).toMatchObject({ transactions: 2, chainPayments: 12, bookedPayments: 12, differences: [] })
  expect(found.chainBaseUnits).toBe(found.bookedBaseUnits)
  expect(found.chainBaseUnits).toBeGreaterThan(0n)
  expect(found.otherOutflows).toEqual([])
})

test("a stranger's transaction changes nothing, memo or not: what it gave us is an inflow", async () => {
  await payTwelve()
  const before = await reconciled()
  const [claim] = await ground.store.claims.list({ limit: 1 })
  const forged = await forgePayment(ground, `ferry:${'A'.repeat(22)}`, claim?.sol_address as Address)
  const { inflows, ...after } = await reconciled()
  const { inflows: inflowsBefore, ...rest } = before
  expect(after).toEqual(rest)
  expect(inflows).toEqual([
    {
      signature: forged,
      baseUnits: 1n,
      counterparties: [{ address: expect.any(String), baseUnits: 78n }],
      note: null,
    },
    ...inflowsBefore,
  ])
})

test('a payment of ours that the records lack is a difference: to strangers, and to claimants again', async () => {
  await payTwelve()
  const [claim] = await ground.store.claims.list({ limit: 1 })
  const pay = (to: Address) =>
    payFromWallet(ground, 'ferry:an-attempt-that-is-nowhere', [{ to, baseUnits: 77n }])
  const foreign = await pay(freshSolanaAddress())
  const duplicate = await pay(claim?.sol_address as Address)
  const { differences, otherOutflows } = await reconciled()
  expect(otherOutflows).toEqual([])
  expect(differences).toHaveLength(2)
  expect(differences).toContainEqual(
    expect.objectContaining({ kind: 'foreign', signature: foreign, chainBaseUnits: 77n }),
  )
  expect(differences).toContainEqual(expect.objectContaining({ kind: 'duplicate', signature: duplicate }))
})

test('what left the wallet by other ways is listed apart, less what a claim was marked sent with', async () => {
  await payTwelve()
  const [treasury, claimant] = [freshSolanaAddress(), freshSolanaAddress()]
  const moved = await payFromWallet(ground, 'to the treasury', [{ to: treasury, baseUnits: 40n }])
  const mixed = await payFromWallet(ground, 'by hand', [
    { to: claimant, baseUnits: 5n },
    { to: treasury, baseUnits: 7n },
  ])
  const [claim] = await ground.addClaims(1, () => ({ sol_address: claimant }))
  if (!claim) throw new Error('no claim')
  const { mint_address, genesis_hash } = senderKey()
  await ground.store.runs.addTransfers([
    sampleTransfer(claim, {
      state: 'paid',
      paid_tx: mixed,
      base_units: '5',
      mint_address,
      genesis_hash,
      recorded_by: 'mark_sent',
    }),
  ])
  const found = await reconciled()
  expect(found).toMatchObject({ chainPayments: 13, bookedPayments: 13, differences: [] })
  expect(found.chainBaseUnits).toBe(found.bookedBaseUnits)
  expect(found.otherOutflows).toEqual([
    { signature: mixed, baseUnits: 7n, counterparties: [{ address: treasury, baseUnits: 7n }], note: null },
    { signature: moved, baseUnits: 40n, counterparties: [{ address: treasury, baseUnits: 40n }], note: null },
  ])
})
