import { PortalError } from '#domain/portal-error.ts'
import { readTransactionSignature } from '#domain/transaction-signature.ts'
import type { Portal } from '#portal/portal.ts'
import { type Cluster, ClusterUnreachableError, type SignatureStatus } from '#solana/cluster.ts'
import { type JournaledAttempt, JournalRefusedError } from '#store/journal.ts'

export interface HoldDecision {
  attemptId: string
  as: 'paid' | 'dead'
  /** As paid: the transaction's signature. */
  tx?: string | undefined
  /** As dead: the words that say so. */
  confirm?: string | undefined
  /** As paid although the cluster does not show it. */
  force?: boolean | undefined
}

const DEAD_WORDS = 'not paid'

/** What the cluster says of a signature; a text where it can not be asked. */
type Answer = SignatureStatus | null | { silent: string }

/**
 * Settles a transaction on hold as an operator decides, and records that. As paid, the cluster has to show it finalized
 * without error unless forced; as dead, the words have to be typed, and no cluster that answers may know the transaction.
 * Throws not_on_hold, evm_transaction_hash, invalid_transaction, hold_other_transaction, hold_unconfirmed,
 * transaction_unproved or transaction_landed.
 */
export async function settleHold(portal: Portal, decision: HoldDecision): Promise<void> {
  const attempt = await portal.store.holds.find(decision.attemptId)
  if (!attempt) throw new PortalError('not_on_hold')
  try {
    if (decision.as === 'paid') await settleAsPaid(portal, attempt, decision)
    else await settleAsDead(portal, attempt, decision)
  } catch (error) {
    if (error instanceof JournalRefusedError) throw new PortalError('not_on_hold')
    throw error
  }
}

async function settleAsPaid(
  portal: Portal,
  attempt: JournaledAttempt,
  { tx, force = false }: HoldDecision,
): Promise<void> {
  if (tx === undefined || readTransactionSignature(tx) !== attempt.signature) {
    throw new PortalError('hold_other_transaction')
  }
  const answer = await askCluster(portal, attempt)
  const doubt = doubtOf(answer)
  if (doubt !== null && !force) throw new PortalError('transaction_unproved', { reason: doubt })
  const slot = answer !== null && 'slot' in answer ? answer.slot : attempt.context_slot
  await portal.store.journal.settleHeld(
    attempt,
    { kind: 'paid', slot },
    {
      at_ms: portal.now(),
      action: 'settle_hold_paid',
      subject: attempt.id,
      detail: doubt === null ? `${tx} is finalized` : `${tx} was forced although ${doubt}`,
    },
  )
}

async function settleAsDead(
  portal: Portal,
  attempt: JournaledAttempt,
  { confirm }: HoldDecision,
): Promise<void> {
  if (confirm !== DEAD_WORDS) throw new PortalError('hold_unconfirmed')
  const answer = await askCluster(portal, attempt)
  const isKnown = answer !== null && !('silent' in answer)
  if (isKnown && !isFinalFailure(answer)) throw new PortalError('transaction_landed')
  const known = answer === null ? 'the cluster knows no such transaction' : doubtOf(answer)
  await portal.store.journal.settleHeld(
    attempt,
    { kind: 'dead', evidence: 'An operator settled it as not paid' },
    {
      at_ms: portal.now(),
      action: 'settle_hold_dead',
      subject: attempt.id,
      detail: `"${confirm}" was typed; ${known}; before that: ${attempt.error ?? 'nothing was known'}`,
    },
  )
}

function isFinalFailure({ commitment, error }: SignatureStatus): boolean {
  return commitment === 'finalized' && error !== null
}

/** Why the answer is no proof of a payment, or null. */
function doubtOf(answer: Answer): string | null {
  if (answer === null) return 'the cluster knows no such transaction'
  if ('silent' in answer) return answer.silent
  if (answer.error !== null) return 'it failed on the chain'
  return answer.commitment === 'finalized' ? null : 'it is not finalized yet'
}

async function askCluster(portal: Portal, attempt: JournaledAttempt): Promise<Answer> {
  const cluster = await clusterOf(portal, attempt)
  if (cluster === null) return { silent: 'no sender is configured for its cluster' }
  try {
    const [genesisHash, { statuses }] = await Promise.all([
      cluster.genesisHash(),
      cluster.signatureStatuses([attempt.signature], { searchHistory: true }),
    ])
    if (genesisHash !== attempt.genesis_hash) return { silent: 'the node answers for another cluster' }
    return statuses[0] ?? null
  } catch (error) {
    if (error instanceof ClusterUnreachableError) return { silent: 'the node does not answer' }
    throw error
  }
}

async function clusterOf({ store, payouts }: Portal, attempt: JournaledAttempt): Promise<Cluster | null> {
  const run = await store.runs.find(attempt.run_id)
  const sender = run && (await store.senders.find(run.sender))
  return sender?.genesis_hash === attempt.genesis_hash ? payouts.connect(sender.rpc_url) : null
}
