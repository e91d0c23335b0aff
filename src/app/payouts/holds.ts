import type {
  UnsignedHoldBody as DescribedUnsigned,
  HeldTransaction,
  SettleHoldBody,
} from '#api-schema/runs.ts'
import type { AppContext } from '#app/app-context.ts'
import { TRANSACTION_USED } from '#app/claims/claim-decisions.ts'
import { type PageQuery, toEpochSeconds, unknownCursor } from '#app/reply-values.ts'
import { askingCluster } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { isDenial } from '#domain/denied-address.ts'
import { HOLD_CONFIRMATION } from '#domain/payout-states.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import { readTransactionSignature } from '#domain/transaction-signature.ts'
import type { PaymentRecord, Transfer } from '#domain/transfer.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import type { ExpiryResult } from '#payout/settle/attempt-machine.ts'
import { examineHold } from '#payout/settle/examine-hold.ts'
import { clusterName } from '#solana/clusters.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Hold, HoldPlace, UnsignedHold } from '#store/payouts/holds.ts'
import { JournalConflictError, type JournaledAttempt } from '#store/payouts/journal.ts'
import { createPaymentAuthorization } from './payment-authorization.ts'

/**
 * Returns a page of the transactions that can not be decided, with the known facts, then of the payments that no run has signed, as a
 * run would judge them now; oldest first. Throws invalid_request on a malformed cursor.
 */
export async function listHolds(app: AppContext, { limit, cursor }: PageQuery) {
  const { after, afterUnsigned } = readCursor(cursor)
  const [found, unsigned] = await Promise.all([
    afterUnsigned === undefined ? app.store.holds.list({ limit: limit + 1, after }) : [],
    app.store.holds.listUnsigned({ limit: limit + 1, afterId: afterUnsigned }),
  ])
  const signed = found.slice(0, limit)
  const neverSigned = unsigned.slice(0, limit - signed.length)
  const objections = await objectionsNow(app, neverSigned)
  const isLast = signed.length + neverSigned.length === found.length + unsigned.length
  return {
    holds: [
      ...signed.map(describeHold),
      ...neverSigned.map((hold) => describeUnsigned(hold, objections.get(hold.transfer.id) ?? null)),
    ],
    nextCursor: isLast ? null : cursorAfter(signed.at(-1), neverSigned.at(-1)),
  }
}

const CURSOR = /^(?:signed:(?<atMs>\d{1,15}):(?<id>.+)|unsigned:(?<afterId>\d{1,15}))$/

/** Reads the place in either part of the list at which a page begins. */
function readCursor(cursor: string | undefined): { after?: HoldPlace; afterUnsigned?: number } {
  if (cursor === undefined) return {}
  const { atMs, id, afterId } = CURSOR.exec(cursor)?.groups ?? {}
  if (afterId !== undefined) return { afterUnsigned: Number(afterId) }
  if (id === undefined) throw unknownCursor()
  return { after: { journaledAtMs: Number(atMs), id } }
}

function cursorAfter(signed: Hold | undefined, unsigned: UnsignedHold | undefined): string | null {
  if (unsigned) return `unsigned:${unsigned.transfer.id}`
  return signed ? `signed:${signed.attempt.journaledAtMs}:${signed.attempt.id}` : null
}

/** Returns, by transfer id, why a run would still not sign it. What a run found is of then: a deny list changes. */
async function objectionsNow(app: AppContext, holds: readonly UnsignedHold[]): Promise<Map<number, string>> {
  const authorization = createPaymentAuthorization(app)
  const byToken = Map.groupBy(holds, ({ token }) => JSON.stringify(Object.values(token)))
  const found = await Promise.all(
    byToken.values().map(([first, ...others]) =>
      first
        ? authorization.check(
            [first, ...others].map(({ transfer }) => transfer),
            first.token,
          )
        : new Map<number, string>(),
    ),
  )
  return new Map(found.flatMap((objections) => [...objections]))
}

function describeHold({ attempt, mintDecimals, transfers }: Hold): HeldTransaction {
  return {
    cause: 'evidence',
    attemptId: attempt.id,
    signature: attempt.signature,
    cluster: clusterName(attempt.genesisHash),
    walletAddress: attempt.walletAddress,
    since: toEpochSeconds(attempt.journaledAtMs),
    transfers: transfers.map((transfer) => describeTransfer(transfer, mintDecimals)),
    known: attempt.error,
    lastValidBlockHeight: attempt.lastValidBlockHeight,
    slot: attempt.contextSlot,
  }
}

function describeUnsigned(
  { transfer, walletAddress }: UnsignedHold,
  objection: string | null,
): DescribedUnsigned {
  return {
    cause: causeOf(objection),
    attemptId: null,
    signature: null,
    cluster: clusterName(transfer.genesisHash),
    walletAddress,
    since: null,
    transfers: [describeTransfer(transfer, transfer.mintDecimals)],
    known: objection ?? clearedWords(transfer),
    lastValidBlockHeight: null,
    slot: null,
  }
}

function causeOf(objection: string | null): DescribedUnsigned['cause'] {
  if (objection === null) return 'cleared'
  return isDenial(objection) ? 'denied' : 'changed'
}

/** Nothing holds it any more but that no run has come by since. */
function clearedWords({ failure, distributionId }: Transfer): string {
  const was = isDenial(failure)
    ? 'It was on hold for the deny list; no address of it is on the list any more'
    : 'It was on hold because its record did not fit; it fits again'
  return `${was}. ${distributionId === null ? 'The next run pays it' : 'Send What Is Left pays it'}`
}

function describeTransfer(transfer: Transfer, mintDecimals: number): HeldTransaction['transfers'][number] {
  return {
    recipient: transfer.recipient,
    amountUA: formatDecimalUnits(transfer.baseUnits, mintDecimals),
    claimId: transfer.claimId,
    distributionId: transfer.distributionId,
    rowNumber: transfer.rowNumber,
  }
}

/** An attempt on hold, and its nodes; no reader where no sender of its cluster is configured. */
interface Held {
  attempt: JournaledAttempt
  run: Run
  reader: FailoverRpc | null
}

/** The finding about a transaction that is said to have paid: its slot, or what does not fit, in words. */
type Payment = { slot: number } | { doubt: string }

/**
 * Settles a transaction on hold as an operator decides, and records that. As paid, the cluster has to show
 * the transaction that paid, finalized without error and moving what is owed, unless forced. As not paid, the
 * words have to be typed, and the evidence that the engine gathers must not contradict it. Throws
 * not_on_hold, invalid_transaction, hold_unconfirmed, transaction_unproved, transaction_landed,
 * hold_may_have_paid or rpc_unreachable.
 */
export async function settleHold(app: AppContext, decision: SettleHoldBody): Promise<void> {
  const held = await findHeld(app, decision.attemptId)
  try {
    if (decision.as === 'paid') await settleAsPaid(app, held, decision)
    else await settleAsExpired(app, held, decision)
    app.payouts.noteSettled(decision.attemptId)
  } catch (error) {
    if (error instanceof JournalConflictError) throw new PortalError('not_on_hold')
    throw error
  }
}

async function findHeld({ store, payouts }: AppContext, attemptId: string): Promise<Held> {
  const attempt = await store.holds.find(attemptId)
  const run = attempt && (await store.runs.find(attempt.runId))
  if (!attempt || !run) throw new PortalError('not_on_hold')
  const sender = await store.senders.find(run.sender)
  const isOfCluster = sender?.genesisHash === attempt.genesisHash
  return { attempt, run, reader: isOfCluster ? payouts.readerOf(sender) : null }
}

async function settleAsPaid(
  app: AppContext,
  held: Held,
  { tx = '', force = false }: SettleHoldBody,
): Promise<void> {
  readTransactionSignature(tx)
  const { attempt } = held
  const payment = await findPayment(app, held, tx)
  const doubt = 'doubt' in payment ? payment.doubt : null
  if (doubt !== null && !force) throw new PortalError('transaction_unproved', { reason: doubt })
  await app.secondSecret.demand({
    action: 'settle_hold_paid',
    what: `settle transaction ${attempt.signature} on hold as paid by ${tx}${doubt === null ? '' : `, although ${doubt}`}`,
    facts: [attempt.id, tx, doubt !== null],
  })
  await app.store.journal.settleHeld(
    attempt,
    {
      kind: 'paid',
      slot: 'slot' in payment ? payment.slot : attempt.contextSlot,
      signature: tx,
      recordedBy: recordOf(attempt, tx, doubt),
    },
    {
      atMs: app.now(),
      action: 'settle_hold_paid',
      subject: attempt.id,
      detail: doubt === null ? `${tx} is finalized` : `${tx} was forced although ${doubt}`,
    },
  )
}

/**
 * Another transaction than the attempt's own may have made further payments, which are not recorded: it
 * counts for these alone.
 */
function recordOf({ signature }: JournaledAttempt, tx: string, doubt: string | null): PaymentRecord {
  if (doubt !== null) return 'mark_sent_forced'
  return tx === signature ? 'run' : 'mark_sent'
}

/** Reads a payment. Both nodes must show it, where there are two. */
async function findPayment(app: AppContext, held: Held, tx: string): Promise<Payment> {
  const { reader, attempt } = held
  if (reader === null) return { doubt: NO_SENDER }
  if (tx !== attempt.signature && (await app.store.claimDecisions.isTransactionUsed(tx))) {
    return { doubt: TRANSACTION_USED }
  }
  const nodes = reader.second ? [reader.preferred, reader.second] : [reader.preferred]
  let found: Payment = { doubt: NO_SENDER }
  for (const node of nodes) {
    found = await askingCluster(() =>
      withGenesisCheck(node, attempt.genesisHash, () => readPayment(app, held, node, tx)),
    ).catch((error: unknown) => {
      if (error instanceof PortalError) return { doubt: 'a node could not be asked about it' }
      throw error
    })
    if ('doubt' in found) return found
  }
  return found
}

async function readPayment(
  { store }: AppContext,
  { attempt, run }: Held,
  node: SolanaRpc,
  tx: string,
): Promise<Payment> {
  const record = await node.transaction(tx, run.mintAddress)
  if (record === null) return { doubt: 'the cluster knows no such finalized transaction' }
  if (record.error !== null) return { doubt: 'it failed on the chain' }
  const owed = new Map<string, bigint>()
  for (const { recipient, baseUnits } of await store.holds.transfers(attempt.id)) {
    owed.set(recipient, (owed.get(recipient) ?? 0n) + baseUnits)
  }
  for (const [recipient, baseUnits] of owed) {
    const gained = record.movements
      .filter(({ owner }) => owner === recipient)
      .reduce((sum, movement) => sum + movement.baseUnits, 0n)
    if (gained < baseUnits) return { doubt: `it did not move what is owed to ${recipient}` }
  }
  return { slot: record.slot }
}

async function settleAsExpired(app: AppContext, held: Held, { confirm }: SettleHoldBody): Promise<void> {
  if (confirm !== HOLD_CONFIRMATION) throw new PortalError('hold_unconfirmed')
  const { attempt, run, reader } = held
  if (reader === null) throw new PortalError('hold_may_have_paid', { reason: NO_SENDER })
  const result = await askingCluster(() => examineHold(app.store, reader, run, attempt))
  assertNotContradicted(result)
  await app.store.journal.settleHeld(
    attempt,
    { kind: 'expired', evidence: 'An operator settled it as not paid' },
    {
      atMs: app.now(),
      action: 'settle_hold_expired',
      subject: attempt.id,
      detail: `"${confirm}" was typed; ${describe(result)}; before that: ${attempt.error ?? 'nothing was known'}`,
    },
  )
}

/** An operator may decide where a node has pruned its history, never against what a node shows. */
function assertNotContradicted(result: ExpiryResult): void {
  if (result.kind === 'landed') {
    const { commitment, error } = result.status
    if (commitment !== 'finalized' || error === null) throw new PortalError('transaction_landed')
  }
  if (result.kind === 'contradicted' || (result.kind === 'undecided' && result.lacks === 'position')) {
    throw new PortalError('hold_may_have_paid', { reason: result.reason })
  }
}

function describe(result: ExpiryResult): string {
  if (result.kind === 'expired') return 'no node knows the transaction'
  return result.kind === 'landed' ? 'it failed on the chain' : result.reason
}

const NO_SENDER = 'no sender is configured for its cluster'
