import type { Database } from './database/database.ts'
import type { NewOperatorAction, RecordedAction } from './database/schema.ts'

/** Keeps the record of operators' manual decisions. */
export function createOperatorActionStore({ db }: Database) {
  return {
    async record(action: NewOperatorAction): Promise<void> {
      await db.insertInto('operator_action').values(action).execute()
    },

    /** Newest first. */
    list(limit: number): Promise<RecordedAction[]> {
      return db.selectFrom('operator_action').selectAll().orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
