import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import type { Claim } from '#domain/claim.ts'
import type { Run } from '#domain/run.ts'
import { isLimited, type RunBudget, takeWithin } from '#domain/run-limits.ts'
import { keepUncorrected } from './correction-lock.ts'
import type { Database } from './database.ts'
import type { Dialect } from './dialect.ts'
import { inLongTransaction } from './long-statements.ts'
import { pageOfQueued, type QueuedPage } from './queued-page.ts'
import { isUnsigned } from './release-unsigned.ts'
import type { NewTransfer, Schema } from './schema.ts'
import { sumDecimals } from './sum-decimals.ts'

/** Makes the list of a run: the transfers that it is to pay, and those of earlier runs that it settles. */
export function createRunListStore({ db, dialect }: Database) {
  return {
    /** Puts owed payments on a run's list: see putOnList. */
    addTransfers: (transfers: readonly NewTransfer[]): Promise<void> => putOnList(db, transfers),

    /**
     * Puts the payments of a page of queued claims on a run's list, to the addresses that the claims have in the commit: no claim
     * is corrected meanwhile, and none that is on the list can be (see claim-corrections.ts). A limited run's list takes no more than
     * its limits allow, however often it is filled. Returns the last claim's place; null after the last page, or when nothing
     * more fits.
     */
    addQueuedClaims(
      page: QueuedPage,
      run: Run,
      transferOf: (claim: Claim) => NewTransfer,
    ): Promise<number | null> {
      return db.transaction().execute(async (tx) => {
        await keepUncorrected(tx, dialect)
        const claims = await pageOfQueued(tx, page)
        const { taken, left } = takeWithin(await budgetOf(tx, dialect, run), claims.map(transferOf))
        await putOnList(tx, taken)
        return left === null || claims.length < page.limit ? null : (claims.at(-1)?.seq ?? null)
      })
    },

    /** Puts what a distribution still owes on a run's list. */
    async addDistribution(runId: number, distributionId: string): Promise<void> {
      await inLongTransaction({ db, dialect }, (tx) =>
        tx
          .updateTable('transfer')
          .set({ runId, state: 'queued', packLimit: null, failure: null })
          .where('distributionId', '=', distributionId)
          .where(mayBeListedAgain)
          .where((is) => is.or([is('runId', 'is', null), is('runId', '<', runId)]))
          .execute(),
      )
    },

    /**
     * Completes a run's list: transfers of an earlier run over the same source that are still under way or on
     * hold become this run's to settle, unless it is limited, and the number of its transfers is recorded.
     */
    sealList: (run: Run): Promise<void> => inLongTransaction({ db, dialect }, (tx) => sealList(tx, run)),
  }
}

/**
 * Puts owed payments on a run's list. A claim whose payment is paid, under way or undecided is left as it
 * is; one whose payment failed, was held back or was never sent is taken over by this run, as it is owed now.
 */
async function putOnList(db: Kysely<Schema>, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return
  await db
    .insertInto('transfer')
    .values([...transfers])
    .onConflict((conflict) =>
      conflict
        .column('claimId')
        .doUpdateSet((update) => ({
          runId: update.ref('excluded.runId'),
          state: update.ref('excluded.state'),
          recipient: update.ref('excluded.recipient'),
          baseUnits: update.ref('excluded.baseUnits'),
          dustUA: update.ref('excluded.dustUA'),
          mintAddress: update.ref('excluded.mintAddress'),
          mintDecimals: update.ref('excluded.mintDecimals'),
          genesisHash: update.ref('excluded.genesisHash'),
          failure: update.ref('excluded.failure'),
          packLimit: null,
        }))
        .where(mayBeListedAgain)
        .whereRef('transfer.runId', '<', 'excluded.runId' as 'transfer.runId'),
    )
    .execute()
}

/** Computes what a run's limits leave for its list, by what is on it. */
async function budgetOf(tx: Transaction<Schema>, dialect: Dialect, run: Run): Promise<RunBudget> {
  if (!isLimited(run)) return { payments: null, baseUnits: null }
  const { count, sum } = await tx
    .selectFrom('transfer')
    .select(({ fn, ref }) => [
      fn.countAll<number>().as('count'),
      sumDecimals.of(dialect, ref('baseUnits')).as('sum'),
    ])
    .where('runId', '=', run.id)
    .where(sql<boolean>`base_units <> '0'`)
    .executeTakeFirstOrThrow()
  return {
    payments: run.maxPayments === null ? null : run.maxPayments - Number(count),
    baseUnits: run.maxBaseUnits === null ? null : run.maxBaseUnits - BigInt(sum),
  }
}

async function sealList(tx: Transaction<Schema>, run: Run): Promise<void> {
  // What expires is sent again by the run that has it: a limited one would send more than it was started for.
  if (!isLimited(run)) await adoptUnsettled(tx, run)
  await tx
    .insertInto('transfer_failure')
    .columns(['runId', 'transferId', 'reason', 'atMs'])
    .expression(
      tx
        .selectFrom('transfer')
        .select(({ fn, val }) => [
          sql<number>`run_id`.as('runId'),
          'id',
          fn.coalesce('failure', val('')).as('reason'),
          sql<number>`${sql.lit(run.startedAtMs)}`.as('atMs'),
        ])
        .where('runId', '=', run.id)
        .where('state', '=', 'failed'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('run')
    .set(({ selectFrom }) => ({
      transferCount: selectFrom('transfer')
        .select(sql<number>`count(*)`.as('count'))
        .where('runId', '=', run.id),
    }))
    .where('id', '=', run.id)
    .execute()
}

async function adoptUnsettled(tx: Transaction<Schema>, run: Run): Promise<void> {
  await tx
    .updateTable('transfer')
    .set({ runId: run.id })
    .where('state', 'in', ['in_flight', 'hold'])
    .where('runId', '<', run.id)
    .where('distributionId', run.distributionId === null ? 'is' : '=', run.distributionId)
    .execute()
}

/** True of a transfer with nothing under way: never sent, failed, or held before anything was signed. */
function mayBeListedAgain(builder: ExpressionBuilder<Schema, 'transfer'>) {
  const { or, and, eb } = builder
  return or([
    eb('transfer.state', 'in', ['queued', 'failed']),
    and([eb('transfer.state', '=', 'hold'), isUnsigned(builder)]),
  ])
}
