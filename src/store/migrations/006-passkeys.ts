import type { Kysely } from 'kysely'

/** The passkeys that money asks for, and who uploaded or published what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at_ms', 'bigint')
    .addColumn('answered_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('seal', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('maker')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('seal', 'text', (c) => c.notNull())
    .execute()
}
