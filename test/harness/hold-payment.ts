import type { Portal } from '#portal/portal.ts'
import { sampleAttempt, sampleClaim, sampleRun } from './sample-rows.ts'
import { freshSolanaAddress } from './sending-ground.ts'

/** Puts the payment of a new claim on hold, and gives the claim's id. */
export async function holdPayment({ store }: Portal, signature: string): Promise<string> {
  const claimed = sampleClaim({ sol_address: freshSolanaAddress(), submitted_at_ms: Date.now() })
  await store.claims.insertMany([claimed])
  const sender = await store.senders.find('bulk')
  if (!sender) throw new Error('no sender is configured')
  const { wallet_address, mint_address, genesis_hash } = sender
  const run = await store.runs.create(sampleRun({ wallet_address, mint_address, genesis_hash }))
  if (!run) throw new Error('a run is under way')
  await store.runs.addTransfers([
    {
      claim_id: claimed.id,
      evm_address: claimed.evm_address,
      distribution_id: null,
      row_number: null,
      run_id: run.id,
      state: 'queued',
      recipient: claimed.sol_address,
      base_units: '1500000000',
      dust_ua: '0',
      mint_address,
      genesis_hash,
      pack_limit: null,
      failure: null,
      paid_tx: null,
      settled_at_ms: null,
    },
  ])
  const fence = await store.leases.acquire(wallet_address, 'test', Date.now(), 1000)
  const [transfer] = await store.journal.nextTransfers(run.id, 1)
  if (fence === null || !transfer) throw new Error('nothing to journal')
  const attempt = sampleAttempt(run.id, fence, { signature, genesis_hash, wallet_address })
  await store.journal.write({ name: wallet_address, fence }, run.id, [
    { attempt, transferIds: [transfer.id] },
  ])
  await store.journal.hold(attempt.id, 'the node no longer has the blocks', Date.now())
  await store.leases.release(wallet_address, fence)
  await store.runs.finish(run.id, 'completed', null, Date.now())
  return claimed.id
}
