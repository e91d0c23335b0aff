import type { AdminClaim, ClaimsQuery } from '#api-schema/admin.ts'
import type { AdminClaimDetail } from '#api-schema/claims.ts'
import type { AppContext } from '#app/app-context.ts'
import { pageOf, toEpochSeconds, toEpochSecondsOrNull } from '#app/reply-values.ts'
import { AmountSyntaxError, inSol, parseDecimalUnits } from '#domain/amounts.ts'
import type { Claim, ClaimCorrection, ClaimEvent } from '#domain/claim.ts'
import { CLAIM_SORTS, type ClaimSort } from '#domain/claim.ts'
import { signedMessage } from '#domain/claim-message.ts'
import { type ClusterName, UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { CLAIM_REJECTED } from '#domain/payment.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { clusterName } from '#solana/clusters.ts'
import type { ClaimPosition, ListedClaim } from '#store/claims/claim-lists.ts'
import type { ClaimAttempt, ClaimRecord, PaymentFailure } from '#store/claims/claim-records.ts'
import type { OperatorAction, RecordedAction } from '#store/database/schema.ts'

/**
 * Returns a page of the claims. `nextCursor` is null on the last one. Throws invalid_request on a cursor of
 * another order.
 */
export async function listClaims({ store, settings }: AppContext, query: ClaimsQuery) {
  const { status, payment, q, sort, limit, cursor } = query
  const after = cursor === undefined ? undefined : readCursor(sort, cursor)
  const [rows, sender] = await Promise.all([
    store.claims.list({
      status,
      payment,
      amount: {
        from: toWei('amountFrom', query.amountFrom, settings.coinDecimals),
        to: toWei('amountTo', query.amountTo, settings.coinDecimals),
      },
      timeMs: { from: scale(query.from, 0), to: scale(query.to, 999) },
      search: q || undefined,
      sort,
      limit: limit + 1,
      after,
    }),
    store.senders.find('bulk'),
  ])
  const { page, nextCursor } = pageOf(rows, limit, (last) => writeCursor(sort, last))
  return { claims: page.map((claim) => describeClaim(claim, sender)), nextCursor }
}

/** Reads a bound in whole tokens. Throws invalid_request on more decimals than the coin has. */
function toWei(where: string, bound: string | undefined, decimals: number): bigint | undefined {
  if (bound === undefined) return undefined
  try {
    return parseDecimalUnits(bound, decimals)
  } catch (error) {
    if (!(error instanceof AmountSyntaxError)) throw error
    throw new PortalError('invalid_request', undefined, [{ where, problem: error.message }])
  }
}

/** Returns milliseconds, within the second that is meant. */
function scale(seconds: number | undefined, further: number): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000 + further
}

/** Encodes the order and the position in it: opaque to clients. */
function writeCursor(sort: ClaimSort, { seq, amountOrder }: ClaimPosition): string {
  return Buffer.from(`${sort}:${seq}:${amountOrder}`).toString('base64url')
}

const CURSOR = new RegExp(`^(${CLAIM_SORTS.join('|')}):(\\d{1,15}):(\\d{3,80})$`)

function readCursor(sort: ClaimSort, cursor: string): ClaimPosition {
  const [, ofSort, seq = '', amountOrder = ''] =
    CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (ofSort === sort) return { seq: Number(seq), amountOrder }
  throw new PortalError('invalid_request', undefined, [
    { where: 'cursor', problem: 'Not a cursor that this list gave in this order' },
  ])
}

/** Describes a claim as the panel shows it. */
function describeClaim(claim: ListedClaim, sender: Sender | undefined): AdminClaim {
  return {
    id: claim.id,
    evmAddr: claim.evmAddress,
    solAddr: claim.solAddress,
    amountUa: claim.amountUA,
    status: claim.status,
    submittedAt: toEpochSeconds(claim.submittedAtMs),
    solTx: claim.solTx,
    attemptState: claim.attemptState,
    paymentState: claim.paymentState,
    byHand: claim.recordedBy === 'mark_sent' || claim.recordedBy === 'mark_sent_forced',
    failure: claim.failure === CLAIM_REJECTED ? null : claim.failure,
    cluster: clusterOfClaim(claim, sender),
    reason: claim.rejectReason,
  }
}

/**
 * Returns the cluster of a claim's planned payment, or, if it was settled manually, the sender's; null while
 * neither is known.
 */
export function clusterOfClaim(
  { genesisHash, solTx }: Pick<ListedClaim, 'genesisHash' | 'solTx'>,
  sender: Sender | undefined,
): ClusterName | null {
  const planned = genesisHash === UNKNOWN_CLUSTER ? null : genesisHash
  const hash = planned ?? (solTx === null ? null : sender?.genesisHash)
  return hash ? clusterName(hash) : null
}

/**
 * Describes a claim with the signed message, its events, and the transactions that were to pay it. Throws
 * unknown_claim.
 */
export async function claimDetail({ store }: AppContext, id: string): Promise<AdminClaimDetail> {
  const claim = await store.claims.find(id)
  if (!claim) throw new PortalError('unknown_claim')
  const [record, sender] = await Promise.all([store.claimRecords.find(claim), store.senders.find('bulk')])
  return {
    ...describeClaim(claim, sender),
    chainId: claim.chainId,
    nonce: claim.nonce,
    signature: claim.signature,
    message: signedMessage(claim),
    snapshotFileHash: record.snapshot?.fileHash ?? null,
    corrections: record.corrections.map(describeCorrection),
    history: claimHistory(claim, record),
    attempts: record.attempts.map(describeAttempt),
  }
}

function describeCorrection(correction: ClaimCorrection): AdminClaimDetail['corrections'][number] {
  return {
    at: toEpochSeconds(correction.correctedAtMs),
    solAddr: correction.solAddress,
    signature: correction.signature,
    message: signedMessage(correction),
  }
}

function describeAttempt(attempt: ClaimAttempt): AdminClaimDetail['attempts'][number] {
  return {
    id: attempt.id,
    signature: attempt.signature,
    state: attempt.state,
    journaledAt: toEpochSeconds(attempt.journaledAtMs),
    resolvedAt: toEpochSecondsOrNull(attempt.resolvedAtMs),
    slot: attempt.slot,
    error: attempt.error,
    cluster: clusterName(attempt.genesisHash),
    feeSOL: inSol(attempt.feeLamports),
    transfers: Number(attempt.transfers),
  }
}

interface Entry {
  atMs: number
  what: ClaimEvent
  detail: string | null
}

/** Lists the events of a claim, oldest first, from its records. */
function claimHistory(claim: Claim, { failure, corrections, attempts, actions }: ClaimRecord) {
  const entries: Entry[] = [
    { atMs: claim.submittedAtMs, what: 'submitted', detail: null },
    ...corrections.map((correction, index) => entryOfCorrection(correction, corrections[index + 1] ?? claim)),
    ...attempts.flatMap(entriesOfAttempt),
    ...(failure ? entriesOfFailure(failure, attempts) : []),
    ...actions.flatMap(entriesOfAction),
  ]
  return entries
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, what, detail }) => ({ at: toEpochSeconds(atMs), what, detail }))
}

function entryOfCorrection(
  { solAddress, correctedAtMs }: ClaimCorrection,
  next: Pick<Claim, 'solAddress'>,
): Entry {
  const detail = `${shortenAddress(solAddress)} → ${shortenAddress(next.solAddress)}`
  return { atMs: correctedAtMs, what: 'corrected', detail }
}

const ENDINGS = {
  paid: 'attempt_paid',
  failed: 'attempt_failed',
  expired: 'attempt_expired',
} as const satisfies Partial<Record<ClaimAttempt['state'], ClaimEvent>>

function entriesOfAttempt(attempt: ClaimAttempt): Entry[] {
  const { state, journaledAtMs, heldAtMs, resolvedAtMs, signature, error } = attempt
  const entries: Entry[] = [{ atMs: journaledAtMs, what: 'attempt_journaled', detail: signature }]
  if (heldAtMs !== null) {
    entries.push({ atMs: heldAtMs, what: 'attempt_held', detail: state === 'hold' ? error : null })
  }
  if (resolvedAtMs !== null && state in ENDINGS) {
    entries.push({ atMs: resolvedAtMs, what: ENDINGS[state as keyof typeof ENDINGS], detail: error })
  }
  return entries
}

/** A payment can fail without any transaction: its recipient was found unpayable before. */
function entriesOfFailure({ reason, atMs }: PaymentFailure, attempts: readonly ClaimAttempt[]): Entry[] {
  const isToldByAttempt = attempts.some(({ resolvedAtMs }) => resolvedAtMs === atMs)
  return isToldByAttempt || reason === CLAIM_REJECTED
    ? []
    : [{ atMs, what: 'payment_failed', detail: reason }]
}

/** The events of actions on a claim; other actions concern no single claim. */
const EVENT_OF_ACTION: Partial<Record<OperatorAction, ClaimEvent>> = {
  mark_sent: 'marked_sent',
  mark_sent_forced: 'marked_sent_forced',
  reject: 'rejected',
  undo_reject: 'rejection_undone',
  note: 'noted',
  settle_hold_paid: 'hold_settled_paid',
  settle_hold_expired: 'hold_settled_expired',
  take_over: 'taken_over',
}

function entriesOfAction({ atMs, action, detail }: RecordedAction): Entry[] {
  const what = EVENT_OF_ACTION[action]
  return what === undefined ? [] : [{ atMs, what, detail }]
}
