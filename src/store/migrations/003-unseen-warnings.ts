import type { Kysely } from 'kysely'

/** What nobody was asked about a holder list that was loaded at a start, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('snapshot').addColumn('unseen_warnings', 'text').execute()
}
