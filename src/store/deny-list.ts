import { type ExpressionBuilder, sql } from 'kysely'
import type { DeniedAddress } from '#domain/denied-address.ts'
import { chunksOf } from './chunks-of.ts'
import type { Database } from './database.ts'
import type { NewOperatorAction, Schema } from './schema.ts'

const ROWS_PER_STATEMENT = 500

/** A page of the list, by address: those that contain `q`, from after `after`. */
export interface DenyListPage {
  q: string
  after: string
  limit: number
}

/** Keeps the addresses that are paid nothing. */
export function createDenyListStore({ db }: Database) {
  return {
    /** Finds those of these addresses that are on the list. */
    async among(addresses: readonly string[]): Promise<DeniedAddress[]> {
      const found: DeniedAddress[] = []
      for (const page of chunksOf([...new Set(addresses)])) {
        found.push(
          ...(await db.selectFrom('denied_address').selectAll().where('address', 'in', page).execute()),
        )
      }
      return found
    },

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

    async count(): Promise<number> {
      const row = await db
        .selectFrom('denied_address')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    /** Puts addresses on the list, all or none, with the record of the decision. One that is on it gets the newer words. */
    async add(addresses: readonly DeniedAddress[], action: NewOperatorAction): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (let start = 0; start < addresses.length; start += ROWS_PER_STATEMENT) {
          await tx
            .insertInto('denied_address')
            .values(addresses.slice(start, start + ROWS_PER_STATEMENT))
            .onConflict((conflict) =>
              conflict.column('address').doUpdateSet((update) => ({
                source: update.ref('excluded.source'),
                note: update.ref('excluded.note'),
              })),
            )
            .execute()
        }
        await tx.insertInto('operator_action').values(action).execute()
      })
    },

    /** Takes an address off the list, with the record of the decision. Returns false where it is not on it. */
    remove(address: string, action: NewOperatorAction): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const removed = await tx
          .deleteFrom('denied_address')
          .where('address', '=', address)
          .executeTakeFirst()
        if (removed.numDeletedRows === 0n) return false
        await tx.insertInto('operator_action').values(action).execute()
        return true
      })
    },
  }
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
