import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { type Holder, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { payManually, startPayingPortal } from '../harness/paying-portal.ts'
import { unknownSignature } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** More than a u64 holds in the coin's 18 decimals: no token is configured whose decimals would reduce it. */
const AMOUNT_WEI = 25_000_000_000_000_000_001n

let ferry: TestPortal
let holders: [Holder, Holder]

const chain = forAllTests(startPayingPortal)
beforeEach(() => open(chain.localnet.url))
afterEach(() => ferry.close())

async function open(rpcUrl: string) {
  ferry = await startPortal({ environment: { SOLANA_RPC_URL: rpcUrl } })
  holders = [makeHolder(AMOUNT_WEI), makeHolder(AMOUNT_WEI)]
  await loadHolders(ferry.app, holders)
}

const pay = () => payManually(chain, freshSolanaAddress(), 1n)

async function claim(holder: Holder) {
  const payload = await signClaim(holder)
  return (await ferry.ask(endpoints.public.submitClaim, { body: payload })).json()
}

async function post(action: 'markSent' | 'reject' | 'resetClaims', body: object = {}) {
  return (await ferry.call(endpoints.admin[action], { body })).json()
}

async function recordOf(id: string) {
  const { claimRecords, operatorActions } = ferry.app.store
  const { payment } = await claimRecords.find({ id, snapshotId: 1 })
  const [action] = await operatorActions.decisions(1)
  return { payment, action }
}

test('SOLANA_RPC_URL is asked for the transaction; the payment is recorded as unproved', async () => {
  const { id } = await claim(holders[0])
  expect(await post('markSent', { id, tx: unknownSignature() })).toMatchObject({
    code: 'transaction_unproved',
  })
  const tx = await pay()
  expect(await post('markSent', { id, tx })).toEqual({ ok: true })
  const { payment, action } = await recordOf(id)
  expect(action).toMatchObject({
    action: 'mark_sent',
    detail: expect.stringMatching(/no sender was configured/),
  })
  expect(payment).toMatchObject({
    state: 'paid',
    evmAddress: holders[0].account.address.toLowerCase(),
    baseUnits: BigInt(AMOUNT_WEI),
    mintDecimals: 18,
    mintAddress: '',
    genesisHash: UNKNOWN_CLUSTER,
    paidTx: tx,
    recordedBy: 'mark_sent_forced',
  })
})

test('an address that was marked can not claim again after a reset, and its transaction settles nothing else', async () => {
  const tx = await pay()
  const { id } = await claim(holders[0])
  await post('markSent', { id, tx })
  const other = await claim(holders[1])
  const isUsed = { code: 'transaction_unproved', error: expect.stringMatching(/settles another payment/) }
  expect(await post('markSent', { id: other.id, tx })).toMatchObject(isUsed)
  await post('resetClaims')
  expect(await claim(holders[0])).toMatchObject({ code: 'already_paid' })
  const again = await claim(holders[1])
  expect(again).toMatchObject({ ok: true })
  expect(await post('markSent', { id: again.id, tx })).toMatchObject(isUsed)
})

test('the same by force', async () => {
  const { id } = await claim(holders[0])
  expect(await post('markSent', { id, tx: unknownSignature(), force: true })).toEqual({ ok: true })
  await post('resetClaims')
  expect(await claim(holders[0])).toMatchObject({ code: 'already_paid' })
})

test('where no node answers it needs force', async () => {
  await ferry.close()
  await open('http://127.0.0.1:1')
  const { id } = await claim(holders[0])
  const tx = unknownSignature()
  expect(await post('markSent', { id, tx })).toMatchObject({
    code: 'transaction_unproved',
    error: expect.stringMatching(/did not answer/),
  })
  expect(await post('markSent', { id, tx, force: true })).toEqual({ ok: true })
  const { payment, action } = await recordOf(id)
  expect(action).toMatchObject({ action: 'mark_sent_forced' })
  expect(payment).toMatchObject({ recordedBy: 'mark_sent_forced' })
})
