import type { Kysely } from 'kysely'
import { StartRefusedError } from '#domain/start-refused-error.ts'
import type { Schema } from './schema.ts'

/** Two stores that pay from one wallet know nothing of each other. Throws StartRefusedError where this one was moved, or is half of a copy. */
export async function assertInUse(db: Kysely<Schema>): Promise<void> {
  const found = await db.selectFrom('store_mark').selectAll().executeTakeFirst()
  if (!found) return
  const { mark, otherStore, atMs } = found
  const time = new Date(atMs).toISOString()
  throw new StartRefusedError(
    mark === 'moved'
      ? `This database was moved to ${otherStore} at ${time}: Ferry goes on there, and this one does not know what was claimed and paid since. Only if no server was ever started on that one, and none will be: npm run copy-store -- --reopen <this database>`
      : `This database is an unfinished copy of ${otherStore}, begun at ${time}: finish it by the same command (npm run copy-store) again, or remove it.`,
  )
}
