import type { Kysely } from 'kysely'

/** The keys that receipts were signed with, in the order of their use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipt_key')
    .addColumn('place', 'integer', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('signed_by_previous', 'text')
    .addColumn('confirms_previous', 'text')
    .execute()
}
