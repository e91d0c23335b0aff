import type { AppContext } from '#app/app-context.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { NewAttempt, NewClaim } from '#store/database/schema.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { beginRun, findSender, journalNext, type Plain, sampleTransfer } from './sample-rows.ts'

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
  const sender = await findSender({ store })
  const { walletAddress, mintAddress, genesisHash, tokenProgram } = sender
  const mint = { address: mintAddress, tokenProgram }
  const sourceTokenAccount = await associatedTokenAccount(mint, walletAddress)
  const terms = { walletAddress, mintAddress, genesisHash, startedAtMs: Date.now(), transferCount: 1 }
  const run = await beginRun({ store }, terms)
  await store.runs.addTransfers([sampleTransfer(claim, { runId: run.id, mintAddress, genesisHash })])
  const signed = { genesisHash, sourceTokenAccount, ...EXPIRED, ...change }
  const { attempt: journaled, fence } = await journalNext({ store }, run, signed)
  if (missing !== undefined) await store.journal.hold(journaled.id, missing, Date.now())
  await store.leases.release(walletAddress, fence)
  await store.runs.finish(run.id, 'completed', null, Date.now())
  return journaled
}
