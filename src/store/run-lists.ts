import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { NewTransfer, RunRow, Schema } from './schema.ts'

/** How a run's list is made: which transfers it is to pay, and which of earlier runs it settles. */
export function createRunListStore({ db }: Database) {
  return {
    /**
     * Puts what is owed on a run's list. A claim whose payment is paid, under way or undecided is left as it is; one
     * whose payment failed, was held back or was never sent is taken over by this run.
     */
    async addTransfers(transfers: readonly NewTransfer[]): Promise<void> {
      if (transfers.length === 0) return
      await db
        .insertInto('transfer')
        .values([...transfers])
        .onConflict((conflict) =>
          conflict
            .column('claim_id')
            .doUpdateSet((update) => ({
              run_id: update.ref('excluded.run_id'),
              state: update.ref('excluded.state'),
              base_units: update.ref('excluded.base_units'),
              dust_ua: update.ref('excluded.dust_ua'),
              mint_address: update.ref('excluded.mint_address'),
              mint_decimals: update.ref('excluded.mint_decimals'),
              genesis_hash: update.ref('excluded.genesis_hash'),
              failure: update.ref('excluded.failure'),
              pack_limit: null,
            }))
            .where(mayBeListedAgain)
            .whereRef('transfer.run_id', '<', 'excluded.run_id' as 'transfer.run_id'),
        )
        .execute()
    },

    /** Puts what a distribution still owes on a run's list. */
    async addDistribution(runId: number, distributionId: string): Promise<void> {
      await db
        .updateTable('transfer')
        .set({ run_id: runId, state: 'queued', pack_limit: null, failure: null })
        .where('distribution_id', '=', distributionId)
        .where(mayBeListedAgain)
        .where((is) => is.or([is('run_id', 'is', null), is('run_id', '<', runId)]))
        .execute()
    },

    /**
     * Ends the making of a run's list: what is still under way or on hold from an earlier run over the same list
     * becomes this run's to settle, and the number of its transfers is written down.
     */
    async sealList(run: RunRow): Promise<void> {
      await db
        .updateTable('transfer')
        .set({ run_id: run.id })
        .where('state', 'in', ['in_flight', 'hold'])
        .where('run_id', '<', run.id)
        .where('distribution_id', run.distribution_id === null ? 'is' : '=', run.distribution_id)
        .execute()
      await db
        .insertInto('transfer_failure')
        .columns(['run_id', 'transfer_id', 'reason', 'at_ms'])
        .expression(
          db
            .selectFrom('transfer')
            .select(({ fn, val }) => [
              sql<number>`run_id`.as('run_id'),
              'id',
              fn.coalesce('failure', val('')).as('reason'),
              sql<number>`${sql.lit(run.started_at_ms)}`.as('at_ms'),
            ])
            .where('run_id', '=', run.id)
            .where('state', '=', 'failed'),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await db
        .updateTable('run')
        .set(({ selectFrom }) => ({
          transfer_count: selectFrom('transfer')
            .select(sql<number>`count(*)`.as('count'))
            .where('run_id', '=', run.id),
        }))
        .where('id', '=', run.id)
        .execute()
    },
  }
}

/** True of what nothing is under way for: never sent, failed, or held back before anything was signed. */
function mayBeListedAgain({ or, and, not, exists, selectFrom, eb }: ExpressionBuilder<Schema, 'transfer'>) {
  const isUnderWay = exists(
    selectFrom('attempt_transfer')
      .select('attempt_transfer.transfer_id')
      .whereRef('attempt_transfer.transfer_id', '=', 'transfer.id')
      .where('attempt_transfer.in_flight', '=', sql.lit(1)),
  )
  return or([
    eb('transfer.state', 'in', ['queued', 'failed']),
    and([eb('transfer.state', '=', 'hold'), not(isUnderWay)]),
  ])
}
