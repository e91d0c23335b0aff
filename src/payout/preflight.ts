import { PortalError } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import type { FirstBlockhash } from './blockhash-source.ts'
import { readFittingBlockhash } from './blockhash-source.ts'
import type { Clock } from './clock.ts'
import { runPayments } from './owed-payments.ts'
import { type PlanningParts, planPayout, shortfallOf } from './plan-payout.ts'
import type { SigningTerms } from './signing-terms.ts'

/** The error for which a run may not sign, or the terms that it signs on. */
export type Preflight = { kind: 'blocked'; blocker: PortalError } | { kind: 'ready'; terms: SigningTerms }

/**
 * Looks up every recipient on a run's list before it signs anything, and returns why it can not be paid:
 * insufficient_sol, insufficient_tokens, source_account_frozen or a problem of the mint. (Start looks up only
 * a few, to answer at once.) Otherwise it returns the terms to sign on. To be called in a verified read: the
 * node's cluster is not checked before. Throws RpcUnavailableError: what was found is remembered, so that the
 * next try goes on from there.
 */
export async function preflight(
  parts: PlanningParts & { clock: Pick<Clock, 'monotonicMs'> },
  run: Run,
): Promise<Preflight> {
  const { store, rpc, clock } = parts
  const sender = await store.senders.find(run.sender)
  if (!sender) return { kind: 'blocked', blocker: new PortalError('sender_not_configured') }
  // Read before the balance: what is settled in between may have left it already.
  const unresolved = await store.journal.unresolved(run.genesisHash)
  let blockhash: FirstBlockhash | null = null
  const readLast = async () => {
    const askedAtMs = clock.monotonicMs()
    blockhash = { ...(await readFittingBlockhash(rpc)), askedAtMs }
  }
  const plan = await planPayout({ ...parts, readLast }, sender, runPayments(store, run.id))
  // Payments of an earlier run under way may or may not have left the wallet: then the balance decides
  // nothing yet.
  const blocker = plan.blocker ?? (unresolved.length === 0 ? shortfallOf(plan) : null)
  if (blocker) return { kind: 'blocked', blocker }
  const { format, accountRentLamports } = plan.estimate
  return { kind: 'ready', terms: { format, accountRentLamports, blockhash } }
}
