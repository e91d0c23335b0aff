import type { Address, Signature } from '@solana/kit'
import type { MarkSentBody } from '#api-schema/admin.ts'
import type { AppContext } from '#app/app-context.ts'
import { withTimeout } from '#app/senders/configured-sender.ts'
import {
  type BaseUnits,
  fitBaseUnits,
  formatDecimalUnits,
  NO_DUST,
  type TokenAmount,
  toBaseUnits,
} from '#domain/amounts.ts'
import type { Claim, DecisionOutcome } from '#domain/claim.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import { readTransactionSignature } from '#domain/transaction-signature.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import { RpcUnavailableError, type SolanaRpc, type TransactionRecord } from '#solana/solana-rpc.ts'
import type { NewTransfer } from '#store/database/schema.ts'

/**
 * Rejects a queued claim; its holder is shown the reason. Asked for twice, it is done once. Throws unknown_claim, claim_not_queued and
 * payment_under_way.
 */
export async function rejectClaim(app: AppContext, id: string, reason: string): Promise<void> {
  assertDecided(await reject(app, id, reason))
}

/**
 * Rejects several claims for one reason. Each is decided by itself: one that can not be rejected costs the others nothing, and after a
 * break the same may be asked for again.
 */
export async function rejectClaims(app: AppContext, ids: readonly string[], reason: string) {
  const results: { id: string; outcome: DecisionOutcome }[] = []
  for (const id of new Set(ids)) results.push({ id, outcome: await reject(app, id, reason) })
  return { rejected: results.filter(({ outcome }) => outcome === 'done').length, results }
}

async function reject({ store, now }: AppContext, id: string, reason: string): Promise<DecisionOutcome> {
  const action = { atMs: now(), action: 'reject', subject: id, detail: reason } as const
  const outcome = await store.claimDecisions.reject(id, reason, action)
  if (outcome !== 'claim_not_queued') return outcome
  const claim = await store.claimDecisions.find(id)
  return claim?.status === 'rejected' && claim.rejectReason === reason ? 'done' : outcome
}

/**
 * Queues a rejected claim again, as it was, and records that. Throws unknown_claim, claim_not_rejected (its holder may have claimed
 * again), already_paid and payment_under_way.
 */
export async function undoReject({ store, now }: AppContext, id: string): Promise<void> {
  const [claim, sender] = await Promise.all([store.claimDecisions.find(id), store.senders.find('bulk')])
  const outcome = await store.claimDecisions.undoReject(id, sender?.genesisHash ?? null, {
    atMs: now(),
    action: 'undo_reject',
    subject: id,
    detail: `It had been rejected for: ${claim?.rejectReason ?? 'no reason'}`,
  })
  if (outcome !== 'done') throw new PortalError(outcome)
}

/** Keeps a note on a claim, in its history and in the record of what operators did. Throws unknown_claim. */
export async function noteClaim({ store, now }: AppContext, id: string, text: string): Promise<void> {
  if (!(await store.claimDecisions.find(id))) throw new PortalError('unknown_claim')
  await store.operatorActions.record({ atMs: now(), action: 'note', subject: id, detail: text })
}

/** Deletes every claim, and no record of a payment. Throws run_in_progress and attempts_unresolved. */
export async function resetClaims({
  store,
  secondSecret,
  now,
}: AppContext): Promise<{ message: string; deleted: number }> {
  await secondSecret.demand({ action: 'reset_claims', what: 'delete every claim', facts: [] })
  const outcome = await store.claimDecisions.reset({
    atMs: now(),
    action: 'reset_claims',
    subject: 'all',
    detail: '',
  })
  if (typeof outcome === 'string') throw new PortalError(outcome)
  const { deleted } = outcome
  const message = deleted === 1 ? '1 claim was deleted.' : `${deleted} claims were deleted.`
  return { message, deleted }
}

/** The reason why a transaction that settles or carries another payment proves none. */
export const TRANSACTION_USED = 'it settles another payment already, or carries one that is not decided yet'

/** Throws the error for which a decision about a claim was not carried out. */
function assertDecided(outcome: DecisionOutcome): void {
  if (outcome === 'done') return
  if (outcome === 'transaction_used')
    throw new PortalError('transaction_unproved', { reason: TRANSACTION_USED })
  throw new PortalError(outcome)
}

/** The doubt about a transaction, or a note on it and whether it proves the payment. */
type Finding = { doubt: string } | { note: string; proved: boolean }

/** Limits the wait for each node's answer: an operator waits for it. */
const TIMEOUT_MS = 8_000

/**
 * A placeholder where the token is not known: no transaction moves it, and only the transaction's error is
 * read.
 */
const NO_MINT = '11111111111111111111111111111111' as Address

/**
 * Marks a queued claim as sent by a transaction from elsewhere, and records the payment. The transaction must
 * be finalized, without error, settle nothing else, and have moved at least the claim's amount of the token
 * to the claimant's wallet. Before a sender is configured the token is not known: then the rest is read from
 * SOLANA_RPC_URL, and the payment counts as unproved. Throws evm_transaction_hash, invalid_transaction,
 * unknown_claim, claim_not_queued, payment_under_way, and transaction_unproved with what does not fit, unless
 * forced.
 */
export async function markClaimSent(app: AppContext, { id, tx: text, force = false }: MarkSentBody) {
  const { store, now } = app
  const tx = readTransactionSignature(text)
  const claim = await store.claimDecisions.find(id)
  if (!claim) throw new PortalError('unknown_claim')
  if (claim.status !== 'queued') throw new PortalError('claim_not_queued')
  const sender = await store.senders.find('bulk')
  if (sender && fitBaseUnits(claim.amountUA, sender.mintDecimals) === null) {
    const reason = `no token account can hold the ${claim.amountUA} tokens that are owed. Reject the claim`
    throw new PortalError('transaction_unproved', { reason })
  }
  const finding = await examine(app, sender, claim, tx)
  if ('doubt' in finding && !force) {
    throw new PortalError('transaction_unproved', { reason: finding.doubt })
  }

  if (force) {
    await app.secondSecret.demand({
      action: 'mark_sent_forced',
      what: `mark claim ${id} of ${claim.amountUA} ${app.settings.tokenSymbol} as sent by ${tx}, whatever the chain shows`,
      facts: [id, claim.amountUA, claim.solAddress, tx],
    })
  }
  const isProved = 'proved' in finding && finding.proved
  const outcome = await store.claimDecisions.markSent(
    id,
    {
      ...(sender ? paymentFrom(claim, sender) : paymentFromUnknown(claim, app.settings.coinDecimals)),
      claimId: claim.id,
      evmAddress: claim.evmAddress,
      distributionId: null,
      rowNumber: null,
      runId: null,
      state: 'paid',
      recipient: claim.solAddress,
      packLimit: null,
      failure: null,
      paidTx: tx,
      recordedBy: isProved ? 'mark_sent' : 'mark_sent_forced',
      settledAtMs: now(),
    },
    {
      atMs: now(),
      action: 'doubt' in finding ? 'mark_sent_forced' : 'mark_sent',
      subject: id,
      detail: `${claim.evmAddress}: ${tx}: ${'doubt' in finding ? `forced although ${finding.doubt}` : finding.note}`,
    },
    { evenIfUsed: force },
  )
  assertDecided(outcome)
}

async function examine(
  app: AppContext,
  sender: Sender | undefined,
  claim: Claim,
  tx: Signature,
): Promise<Finding> {
  if (await app.store.claimDecisions.isTransactionUsed(tx)) return { doubt: TRANSACTION_USED }
  try {
    const record = await lookUp(app, sender, tx)
    if (record === null) return { doubt: 'the cluster knows no such finalized transaction' }
    if (record.error !== null) return { doubt: 'it failed on the chain' }
    if (sender) return compareAmounts(claim, sender, record)
    return { note: 'finalized; its amount was not looked at: no sender was configured', proved: false }
  } catch (error) {
    if (!(error instanceof RpcUnavailableError)) throw error
    return { doubt: 'the Solana RPC node did not answer, or answers for another cluster' }
  }
}

function lookUp(
  { payouts, solanaRpcUrl }: AppContext,
  sender: Sender | undefined,
  tx: Signature,
): Promise<TransactionRecord | null> {
  if (!sender) return withTimeout(payouts.connect(solanaRpcUrl).transaction(tx, NO_MINT), TIMEOUT_MS)
  const { genesisHash, mintAddress } = sender
  const ask = (node: SolanaRpc) =>
    withGenesisCheck(node, genesisHash, () => node.transaction(tx, mintAddress))
  return payouts.readerOf(sender).read((node) => withTimeout(ask(node), TIMEOUT_MS))
}

function compareAmounts(claim: Claim, sender: Sender, { movements }: TransactionRecord): Finding {
  const { baseUnits: owed } = owedIn(claim, sender)
  const moved = movements
    .filter(({ owner }) => owner === claim.solAddress)
    .reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
  if (moved >= owed) return { note: 'finalized, and moved what is owed', proved: true }
  const inTokens = (amount: bigint) => formatDecimalUnits(amount, sender.mintDecimals)
  const gained = inTokens(moved > 0n ? moved : 0n)
  return { doubt: `it moved ${gained} tokens to the claimant's wallet, and ${inTokens(owed)} are owed` }
}

function owedIn(claim: Claim, sender: Sender): TokenAmount {
  return toBaseUnits(claim.amountUA, sender.mintDecimals)
}

/** The paid amount, its token and its cluster. */
type PaymentAmount = Pick<
  NewTransfer,
  'baseUnits' | 'dustUA' | 'mintAddress' | 'mintDecimals' | 'genesisHash'
>

function paymentFrom(claim: Claim, sender: Sender): PaymentAmount {
  const { baseUnits, dustUA } = owedIn(claim, sender)
  const { mintAddress, mintDecimals, genesisHash } = sender
  return { baseUnits, dustUA, mintAddress, mintDecimals, genesisHash }
}

/** Returns the amount in the coin's own unit: which token paid it, and on which cluster, is not known. */
function paymentFromUnknown(claim: Claim, coinDecimals: number): PaymentAmount {
  return {
    baseUnits: claim.amountWei as bigint as BaseUnits,
    dustUA: NO_DUST,
    mintAddress: '',
    mintDecimals: coinDecimals,
    genesisHash: UNKNOWN_CLUSTER,
  }
}
