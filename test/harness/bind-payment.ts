import type { AppContext } from '#app/app-context.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { NewAttempt, NewClaim } from '#store/database/schema.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import type { Plain } from './plain.ts'
import { sampleAttempt, sampleRun, sampleTransfer } from './sample-rows.ts'

/** Below every height of a localnet: the transaction can not land any more. */
const EXPIRED = { contextSlot: 1, lastValidBlockHeight: 1 }

/**
 * Journals the payment of a claim, as a run of the bulk sender leaves it: under way, or on hold where
 * `missing` says which evidence is lacking.
 */
export async function bindPayment(
  { store }: AppContext,
  claim: NewClaim,
  { missing, ...change }: Partial<Plain<NewAttempt>> & { missing?: string } = {},
): Promise<JournaledAttempt> {
  const sender = await store.senders.find('bulk')
  if (!sender) throw new Error('no sender is configured')
  const { walletAddress, mintAddress, genesisHash, tokenProgram } = sender
  const mint = { address: mintAddress, tokenProgram }
  const sourceTokenAccount = await associatedTokenAccount(mint, walletAddress)
  const terms = { walletAddress, mintAddress, genesisHash, startedAtMs: Date.now(), transferCount: 1 }
  const run = await store.runs.create(sampleRun(terms))
  if (!run) throw new Error('a run is under way')
  await store.runs.addTransfers([sampleTransfer(claim, { runId: run.id, mintAddress, genesisHash })])
  const fence = await store.leases.acquireFree(walletAddress, 'test', Date.now(), 1000)
  const [transfer] = await store.journal.nextTransfers(run.id, 1)
  if (fence === null || !transfer) throw new Error('nothing to journal')
  const attempt = sampleAttempt(run.id, fence, {
    genesisHash,
    walletAddress,
    sourceTokenAccount,
    ...EXPIRED,
    ...change,
  })
  const lease = { name: walletAddress, fence }
  const [journaled] = await store.journal.write(lease, run.id, [{ attempt, transfers: [transfer] }])
  if (!journaled) throw new Error('nothing was journaled')
  if (missing !== undefined) await store.journal.hold(journaled.id, missing, Date.now())
  await store.leases.release(walletAddress, fence)
  await store.runs.finish(run.id, 'completed', null, Date.now())
  return journaled
}
