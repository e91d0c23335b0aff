import { type Observe, unobserved } from '#domain/portal-event.ts'
import type { Run } from '#domain/run.ts'
import { configurationOf } from '#domain/sender.ts'
import { settleListed } from './fill-run.ts'
import { PayoutLoop, type PayoutParts } from './payout-loop.ts'
import { type RunOutcome, RunStatusWriter } from './run-status-writer.ts'

/** The message while the lease of another server, dated far ahead by its clock, is in the way. */
const OTHER_SERVER = 'Waiting for another server to release the sending wallet: it has not been heard of.'

/**
 * Pays out a run: leases the wallet, settles what is under way, sends batch after batch at the run's pace,
 * and ends when nothing is queued and nothing is under way. It may be killed at any moment and started again:
 * all of its state is in the store.
 */
export async function runPayout(
  run: Run,
  parts: PayoutParts & { observe?: Observe },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { store, wallet, leases, signed, clearance, observe = unobserved } = parts
  const fence = await acquireLease(run, parts, signal)
  if (fence === null) return 'interrupted'
  const term = { runId: run.id, wallet: wallet.signer.address, fence }
  observe({ event: 'lease_taken', ...term })
  let outcome: RunOutcome | null = null
  try {
    // Waiting for the lease may have taken as long as the run itself.
    const current = await store.runs.find(run.id)
    if (current?.state !== 'running' && current?.state !== 'stopping') return 'finished'
    await settleListed(store, current)
    const open = await store.journal.unresolved(run.genesisHash)
    const isUnlisted = signed.removeUnlisted(run, open)
    signed.takeUp(current, await store.journal.settledDebts(current, open))
    if (leases.takeChangeOfHands(run.walletAddress) || isUnlisted) clearance.waitAnew()
    observe({ event: 'run_taken_up', ...term })
    const sender = await store.senders.find(run.sender)
    outcome = await new PayoutLoop(current, parts, fence, sender ? configurationOf(sender) : '').run(signal)
    return outcome
  } finally {
    // What became of the run is told by what was done. A lease that is not given back runs out.
    const isReleased = await leases.release(wallet.signer.address, fence).then(
      () => true,
      () => false,
    )
    const isLost = !isReleased || (outcome === 'interrupted' && !signal.aborted)
    observe({ event: isLost ? 'lease_lost' : 'lease_given_back', ...term })
  }
}

async function acquireLease(
  run: Run,
  { store, wallet, leases, clock, pollMs }: PayoutParts,
  signal: AbortSignal,
) {
  const name = wallet.signer.address
  while (!signal.aborted) {
    const fence = await leases.tryAcquire(name)
    if (fence !== null) return fence
    const silent = leases.silentForeignLease(name)
    if (silent) await new RunStatusWriter(store.runs, clock, run, silent).setWaiting(OTHER_SERVER)
    await clock.sleep(pollMs, signal)
  }
  return null
}
