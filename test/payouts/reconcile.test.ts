import type { Address } from '@solana/kit'
import { afterEach, expect, test } from 'vitest'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { reconcile } from '#payout/records/reconcile.ts'
import { runPayout } from '#payout/run-payout.ts'
import { forgePayment, payFromWallet } from '../harness/pay-from-wallet.ts'
import { sampleTransfer } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

let environment: SendingEnvironment
afterEach(() => environment.close())

async function payTwelve(): Promise<void> {
  environment = await prepareSendingEnvironment()
  await environment.addClaims(12)
  await runPayout(await environment.createRun(), await environment.parts(), new AbortController().signal)
}

const senderKey = () => ({
  genesisHash: environment.wallet.genesisHash,
  mintAddress: environment.wallet.mint.address,
  walletAddress: environment.wallet.signer.address,
  tokenProgram: environment.wallet.mint.tokenProgram,
  sourceOwner: null,
  sourceTokenAccount: null,
})

const reconciled = () => reconcile(environment.store, environment.rpc, senderKey())

test('after a payout, the chain alone agrees with the records', async () => {
  await payTwelve()
  const found = await reconciled()
  expect(found).toMatchObject({ transactions: 2, chainPayments: 12, recordedPayments: 12, differences: [] })
  expect(found.chainBaseUnits).toBe(found.recordedBaseUnits)
  expect(found.chainBaseUnits).toBeGreaterThan(0n)
  expect(found.otherOutflows).toEqual([])
})

test("a stranger's transaction changes nothing, memo or not: what it gave us is an inflow", async () => {
  await payTwelve()
  const before = await reconciled()
  const [claim] = await environment.store.claims.list({ limit: 1 })
  const forged = await forgePayment(environment, `ferry:${'A'.repeat(22)}`, claim?.solAddress as Address)
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
  const [claim] = await environment.store.claims.list({ limit: 1 })
  const pay = (to: Address) =>
    payFromWallet(environment, 'ferry:an-attempt-that-is-nowhere', [{ to, baseUnits: 77n }])
  const foreign = await pay(freshSolanaAddress())
  const duplicate = await pay(claim?.solAddress as Address)
  const { differences, otherOutflows } = await reconciled()
  expect(otherOutflows).toEqual([])
  expect(differences).toHaveLength(2)
  expect(differences).toContainEqual(
    expect.objectContaining({ kind: 'foreign', signature: foreign, chainBaseUnits: 77n }),
  )
  expect(differences).toContainEqual(expect.objectContaining({ kind: 'duplicate', signature: duplicate }))
})

test('other outflows of the wallet are listed apart, less those that a claim was marked sent with', async () => {
  await payTwelve()
  const [treasury, claimant] = [freshSolanaAddress(), freshSolanaAddress()]
  const moved = await payFromWallet(environment, 'to the treasury', [{ to: treasury, baseUnits: 40n }])
  const mixed = await payFromWallet(environment, 'manual', [
    { to: claimant, baseUnits: 5n },
    { to: treasury, baseUnits: 7n },
  ])
  const [claim] = await environment.addClaims(1, () => ({ solAddress: claimant }))
  if (!claim) throw new Error('no claim')
  const { mintAddress, genesisHash } = senderKey()
  await environment.store.runs.addTransfers([
    sampleTransfer(claim, {
      state: 'paid',
      paidTx: mixed,
      baseUnits: 5n,
      mintAddress,
      genesisHash,
      recordedBy: 'mark_sent',
    }),
  ])
  const found = await reconciled()
  expect(found).toMatchObject({ chainPayments: 13, recordedPayments: 13, differences: [] })
  expect(found.chainBaseUnits).toBe(found.recordedBaseUnits)
  expect(found.otherOutflows).toEqual([
    { signature: mixed, baseUnits: 7n, counterparties: [{ address: treasury, baseUnits: 7n }], note: null },
    { signature: moved, baseUnits: 40n, counterparties: [{ address: treasury, baseUnits: 40n }], note: null },
  ])
})
