import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More than there are different statements; those whose text varies with their input push each other out. */
const KEPT_STATEMENTS = 200

/** Keeps prepared statements: preparing one takes longer than running most of them. The least recently used goes first. */
export function withStatementCache(database: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = statements.get(text) ?? database.prepare(text)
      statements.delete(text)
      statements.set(text, statement)
      if (statements.size > KEPT_STATEMENTS) statements.delete(statements.keys().next().value ?? '')
      return statement
    },
  }
}
