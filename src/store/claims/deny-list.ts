import { type ExpressionBuilder, sql } from 'kysely'
import { DENIAL, type DeniedAddress } from '#domain/denied-address.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { Database } from '#store/database/database.ts'
import {
  batchedLookup,
  chunksOf,
  countRows,
  inArray,
  preparedQuery,
  readInChunks,
  textsFor,
} from '#store/database/queries.ts'
import type { NewOperatorAction, Schema } from '#store/database/schema.ts'
import { recordAction } from '#store/operator-actions.ts'
import type { Transaction } from '#store/payouts/attempt-endings.ts'
import { isUnsigned } from '#store/payouts/unsent-transfers.ts'

/** A page of the list, by address: those that contain `q`, from after `after`. */
interface DenyListPage {
  q: string
  after: string
  limit: number
}

/** Keeps the addresses that are paid nothing. */
export function createDenyListStore({ db, dialect }: Database, observe: Observe) {
  const findAll = preparedQuery<DeniedAddress>(db, (addresses) =>
    db
      .selectFrom('denied_address')
      .selectAll()
      .where(inArray(dialect, 'address', addresses)),
  )

  const among = (addresses: readonly string[]): Promise<DeniedAddress[]> =>
    readInChunks([...new Set(addresses)], (page) => findAll(textsFor(dialect, page)))

  return {
    /** Finds those of these addresses that are on the list. */
    among,

    /** Finds one of a claim's few addresses that is on the list. */
    oneAmong: batchedLookup<readonly string[], DeniedAddress | undefined>(async (asked) => {
      const denied = new Map((await among(asked.flat())).map((entry) => [entry.address, entry]))
      return asked.map((addresses) =>
        addresses.map((address) => denied.get(address)).find((entry) => entry !== undefined),
      )
    }),

    list({ q, after, limit }: DenyListPage): Promise<DeniedAddress[]> {
      const part = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
      return db
        .selectFrom('denied_address')
        .selectAll()
        .where('address', '>', after)
        .$if(q !== '', (query) =>
          query.where(({ or }) =>
            or(
              (['address', 'source', 'note'] as const).map(
                (column) => sql<boolean>`lower(coalesce(${sql.ref(column)}, '')) like ${part} escape '\\'`,
              ),
            ),
          ),
        )
        .orderBy('address')
        .limit(limit)
        .execute()
    },

    count: (): Promise<number> => countRows(db.selectFrom('denied_address')),

    /** Puts addresses on the list, all or none, with the record of the decision. One that is on it gets the newer words. */
    async add(addresses: readonly DeniedAddress[], action: NewOperatorAction): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (const page of chunksOf(addresses)) {
          await tx
            .insertInto('denied_address')
            .values(page)
            .onConflict((conflict) =>
              conflict.column('address').doUpdateSet((update) => ({
                source: update.ref('excluded.source'),
                note: update.ref('excluded.note'),
              })),
            )
            .execute()
        }
        await recordAction(tx, action)
      })
      observe({ event: 'deny_list_changed', added: addresses.length, removed: 0 })
    },

    /**
     * Takes an address off the list, with the record of the decision, and queues what was held for it again. Returns false where it
     * is not on it.
     */
    async remove(address: string, action: NewOperatorAction): Promise<boolean> {
      const isRemoved = await db.transaction().execute(async (tx) => {
        const removed = await tx
          .deleteFrom('denied_address')
          .where('address', '=', address)
          .executeTakeFirst()
        if (removed.numDeletedRows === 0n) return false
        await queueHeldFor(tx, address)
        await recordAction(tx, action)
        return true
      })
      if (isRemoved) observe({ event: 'deny_list_changed', added: 0, removed: 1 })
      return isRemoved
    },
  }
}

/**
 * Queues the payments of claims that are on hold for this address: limited runs, which distributions have none of, would leave them
 * out. Nothing was signed for them, and they are checked anew before anything is.
 */
async function queueHeldFor(tx: Transaction, address: string): Promise<void> {
  await tx
    .updateTable('transfer')
    .set({ state: 'queued', failure: null })
    .where('state', '=', sql.lit('hold'))
    .where('claimId', 'is not', null)
    .where(sql<boolean>`(recipient = ${address} or evm_address = ${address})`)
    .where('failure', 'like', `${address} ${DENIAL}%`)
    .where(isUnsigned)
    .execute()
}

/** True of a transfer whose recipient and claimant are on no deny list at the moment of the statement. */
export function isNotDenied({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'transfer'>) {
  return not(
    exists(
      selectFrom('denied_address')
        .select('denied_address.address')
        .where(({ or, eb, ref }) =>
          or([
            eb('denied_address.address', '=', ref('transfer.recipient')),
            eb('denied_address.address', '=', ref('transfer.evmAddress')),
          ]),
        ),
    ),
  )
}
