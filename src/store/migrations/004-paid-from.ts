import type { Kysely } from 'kysely'

/** The token account of somebody else that a sender, and a run, pays from, and its owner; null where it is the wallet's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sender', 'run']) {
    for (const column of ['source_owner', 'source_token_account']) {
      await db.schema.alterTable(table).addColumn(column, 'text').execute()
    }
  }
}
