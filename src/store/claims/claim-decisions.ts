import { sql } from 'kysely'
import type { Claim, DecisionOutcome } from '#domain/claim.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { CLAIM_REJECTED } from '#domain/payment.ts'
import type { Observe, PortalEvent } from '#domain/portal-event.ts'
import type { Database } from '#store/database/database.ts'
import type { NewOperatorAction, NewTransfer } from '#store/database/schema.ts'
import { inLongTransaction } from '#store/database/transactions.ts'
import { recordAction } from '#store/operator-actions.ts'
import type { Transaction } from '#store/payouts/attempt-endings.ts'
import { newestRunId } from '#store/payouts/listed-runs.ts'
import { isUnsigned } from '#store/payouts/unsent-transfers.ts'

/** The result of taking a rejection back. */
type UndoOutcome = 'done' | 'unknown_claim' | 'claim_not_rejected' | 'payment_under_way' | 'already_paid'

/** The result of a reset: what forbids it, or the number of deleted claims. */
type ResetOutcome = 'run_in_progress' | 'attempts_unresolved' | { deleted: number }

/** Records what operators decide about claims. Each decision and its record are one commit. */
export function createClaimDecisionStore({ db, dialect }: Database, observe: Observe) {
  /** Commits a decision, and tells of it. A commit that is undone returns the reason. */
  async function commit<Outcome extends string>(
    told: PortalEvent,
    work: (tx: Transaction) => Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      const outcome = await db.transaction().execute(work)
      if (outcome === 'done') observe(told)
      return outcome
    } catch (error) {
      if (error instanceof UndoneError) return error.outcome as Outcome
      throw error
    }
  }

  function decide(
    id: string,
    change: { status: 'sent'; solTx: string } | { status: 'rejected'; rejectReason: string },
    action: NewOperatorAction,
    told: PortalEvent,
    closePayment: (tx: Transaction) => Promise<void>,
  ): Promise<DecisionOutcome> {
    return commit(told, async (tx): Promise<DecisionOutcome> => {
      const decided = await tx
        .updateTable('claim')
        .set({ ...change, settledAtMs: action.atMs })
        .where('id', '=', id)
        .where('status', '=', 'queued')
        .executeTakeFirst()
      if (decided.numUpdatedRows !== 1n) {
        const claim = await tx.selectFrom('claim').select('id').where('id', '=', id).executeTakeFirst()
        return claim ? 'claim_not_queued' : 'unknown_claim'
      }
      await releaseUnsigned(tx, id, change.status === 'rejected' ? CLAIM_REJECTED : undefined)
      // The payment is closed first, which waits for a run that is journaling it at this moment; only then
      // is it checked.
      await closePayment(tx)
      if (await isUnderWay(tx, id)) throw new UndoneError('payment_under_way')
      await recordAction(tx, action)
      return 'done'
    })
  }

  return {
    find(id: string): Promise<Claim | undefined> {
      return db.selectFrom('claim').selectAll().where('id', '=', id).executeTakeFirst()
    },

    /**
     * Returns true when a transaction already settles a payment, even of a claim that was reset since, or
     * carries one that is under way.
     */
    isTransactionUsed: (signature: string) => isUsed(db, signature, null),

    /** Marks a queued claim sent, and adds `payment` to the record of payments. */
    markSent(
      id: string,
      payment: NewTransfer & { paidTx: string },
      action: NewOperatorAction,
      { evenIfUsed = false }: { evenIfUsed?: boolean } = {},
    ): Promise<DecisionOutcome> {
      const { paidTx } = payment
      const forced = action.action === 'mark_sent_forced'
      const told = { event: 'claim_marked_sent', claimId: id, transaction: paidTx, forced } as const
      return decide(id, { status: 'sent', solTx: paidTx }, action, told, async (tx) => {
        // Serialized: of two marks by one transaction the second sees the first. SQLite has one writer anyway.
        if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${paidTx}))`.execute(tx)
        if (!evenIfUsed && (await isUsed(tx, paidTx, id))) throw new UndoneError('transaction_used')
        await assertNamed(tx, id, payment)
        await recordPayment(tx, payment)
      })
    },

    reject(id: string, reason: string, action: NewOperatorAction): Promise<DecisionOutcome> {
      const told = { event: 'claim_rejected', claimId: id } as const
      return decide(id, { status: 'rejected', rejectReason: reason }, action, told, async (tx) => {
        await tx
          .updateTable('transfer')
          .set({ state: 'failed', failure: CLAIM_REJECTED })
          .where('claimId', '=', id)
          .where('state', '=', 'queued')
          .execute()
      })
    },

    /**
     * Queues a rejected claim again as it was, for the next run whether that is limited or not, and records that, in one commit: not
     * where it was corrected meanwhile, which queued it, nor where its address was paid on that cluster, or may have been.
     */
    undoReject(id: string, genesisHash: string | null, action: NewOperatorAction): Promise<UndoOutcome> {
      const told = { event: 'claim_rejection_undone', claimId: id } as const
      return commit(told, async (tx): Promise<UndoOutcome> => {
        const queued = await tx
          .updateTable('claim')
          .set({ status: 'queued', settledAtMs: null, rejectReason: null })
          .where('id', '=', id)
          .where('status', '=', 'rejected')
          .returning('evmAddress')
          .executeTakeFirst()
        if (!queued) {
          const claim = await tx.selectFrom('claim').select('id').where('id', '=', id).executeTakeFirst()
          return claim ? 'claim_not_rejected' : 'unknown_claim'
        }
        await assertUnpaid(tx, id, queued.evmAddress, genesisHash)
        await queueAnew(tx, id)
        await recordAction(tx, action)
        return 'done'
      })
    },

    /**
     * Deletes every claim. The record of payments stays, under the claims' ids and EVM addresses, and so does the newest nonce of
     * each address.
     */
    async reset(action: NewOperatorAction): Promise<ResetOutcome> {
      const outcome = await inLongTransaction({ db, dialect }, async (tx): Promise<ResetOutcome> => {
        // No run begins, and nothing is journaled, until the commit. SQLite has one writer anyway.
        if (dialect === 'postgres') await sql`lock table run, claim in share row exclusive mode`.execute(tx)
        const run = await tx
          .selectFrom('run')
          .select('id')
          .where('state', 'in', ['running', 'stopping'])
          .executeTakeFirst()
        if (run) return 'run_in_progress'
        const bound = await tx
          .selectFrom('attempt_transfer')
          .select('transferId')
          .where('inFlight', '=', 1)
          .limit(1)
          .executeTakeFirst()
        if (bound) return 'attempts_unresolved'
        await tx
          .updateTable('transfer')
          .set(({ ref }) => ({ formerClaimId: ref('claimId'), claimId: null }))
          .where('claimId', 'is not', null)
          .execute()
        await keepNewestNonces(tx)
        await tx.deleteFrom('claim_tally').execute()
        await tx.deleteFrom('claim_correction').execute()
        const { numDeletedRows } = await tx.deleteFrom('claim').executeTakeFirst()
        const deleted = Number(numDeletedRows)
        await recordAction(tx, { ...action, detail: `${deleted} claims were deleted` })
        return { deleted }
      })
      if (typeof outcome === 'object') observe({ event: 'claims_reset', deleted: outcome.deleted })
      return outcome
    },
  }
}

/** Keeps the nonce of each claim, which is the newest of its address: what was signed before it stays refused. */
async function keepNewestNonces(tx: Transaction): Promise<void> {
  await tx
    .insertInto('reset_nonce')
    .columns(['evmAddress', 'nonce'])
    .expression(({ selectFrom, cast }) =>
      // Without a \`where\`, SQLite takes \`on conflict\` for a join's \`on\`.
      selectFrom('claim')
        .select(({ ref }) => ['evmAddress', cast<number>(ref('nonce'), 'bigint').as('nonce')])
        .where(sql.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.column('evmAddress').doUpdateSet(({ ref }) => ({ nonce: ref('excluded.nonce') })),
    )
    .execute()
}

/** Thrown within a commit to undo it. */
class UndoneError extends Error {
  readonly outcome: DecisionOutcome | UndoOutcome

  constructor(outcome: DecisionOutcome | UndoOutcome) {
    super(outcome)
    this.outcome = outcome
  }
}

async function isUsed(db: Transaction, signature: string, exceptClaimId: string | null): Promise<boolean> {
  const claim = await db
    .selectFrom('claim')
    .select('id')
    .where('solTx', '=', signature)
    .$if(exceptClaimId !== null, (query) => query.where('id', '<>', exceptClaimId ?? ''))
    .executeTakeFirst()
  const transfer = await db
    .selectFrom('transfer')
    .select('id')
    .where('paidTx', '=', signature)
    .executeTakeFirst()
  const attempt = await db
    .selectFrom('attempt')
    .select('id')
    .where('signature', '=', signature)
    .executeTakeFirst()
  return claim !== undefined || transfer !== undefined || attempt !== undefined
}

async function isUnderWay(tx: Transaction, claimId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('transfer')
    .select('id')
    .where('claimId', '=', claimId)
    .where('state', 'in', ['in_flight', 'hold'])
    .executeTakeFirst()
  return row !== undefined
}

/** Undoes the commit where the claim was corrected since the payment was looked at. */
async function assertNamed(tx: Transaction, claimId: string, { recipient }: NewTransfer): Promise<void> {
  const claim = await tx
    .selectFrom('claim')
    .select('solAddress')
    .where('id', '=', claimId)
    .executeTakeFirstOrThrow()
  if (claim.solAddress !== recipient) throw new UndoneError('claim_corrected')
}

/** Records a payment from elsewhere, in place of one that was never sent or that failed. */
async function recordPayment(tx: Transaction, made: NewTransfer): Promise<void> {
  const payment = { ...made, recordedAfterRun: await newestRunId(tx) }
  const { claimId: _key, ...values } = payment
  await tx
    .insertInto('transfer')
    .values(payment)
    .onConflict((conflict) =>
      conflict.column('claimId').doUpdateSet(values).where('transfer.state', 'in', ['queued', 'failed']),
    )
    .execute()
}

async function assertUnpaid(
  tx: Transaction,
  claimId: string,
  evmAddress: EvmAddress,
  genesisHash: string | null,
): Promise<void> {
  const payments = await tx
    .selectFrom('transfer')
    .select(['state', 'claimId', 'genesisHash'])
    .where(({ or, eb }) => or([eb('claimId', '=', claimId), eb('evmAddress', '=', evmAddress)]))
    .where('state', 'in', ['paid', 'in_flight', 'hold'])
    .execute()
  const clusters = [genesisHash, UNKNOWN_CLUSTER]
  for (const payment of payments) {
    if (payment.claimId !== claimId && !clusters.includes(payment.genesisHash)) continue
    throw new UndoneError(payment.state === 'paid' ? 'already_paid' : 'payment_under_way')
  }
}

/**
 * Has the failed payment of a rejected claim that is queued again count as never tried: else limited runs would leave it out. What
 * failed is told by its run all the same (`transfer_failure`). The run that tried does not try again.
 */
export async function queueAnew(tx: Transaction, claimId: string): Promise<void> {
  await tx
    .updateTable('transfer')
    .set({ failure: CLAIM_REJECTED })
    .where('claimId', '=', claimId)
    .where('state', '=', 'failed')
    .execute()
}

/**
 * Fails a claim's payment that is on hold without a transaction: it can not have been made, so that the claim
 * may be decided or corrected. The reason for which it was on hold is that for which it failed, unless another one is given.
 */
export async function releaseUnsigned(tx: Transaction, claimId: string, failure?: string): Promise<void> {
  await tx
    .updateTable('transfer')
    .set({ state: 'failed', ...(failure !== undefined && { failure }) })
    .where('claimId', '=', claimId)
    .where('state', '=', 'hold')
    .where(isUnsigned)
    .execute()
}
