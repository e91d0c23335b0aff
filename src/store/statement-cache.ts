import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More than there are fixed statements; those whose text varies with their input evict each other. */
const KEPT_STATEMENTS = 200

/** Keeps prepared statements: preparing one takes longer than running most of them. The least recently used goes first. */
export function withStatementCache(database: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      // SQLite acts on some pragmas, and reads others, when it prepares them: a second run would do nothing, or tell the past.
      if (text.startsWith('pragma')) return database.prepare(text)
      const statement = statements.get(text) ?? bindingAsText(database.prepare(text))
      statements.delete(text)
      statements.set(text, statement)
      if (statements.size > KEPT_STATEMENTS) statements.delete(statements.keys().next().value ?? '')
      return statement
    },
  }
}

/** Amounts are columns of text, and bound as such: an INTEGER of SQLite ends at 2^63, and a wei amount at 2^256. */
function bindingAsText(statement: SqliteStatement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(bound)),
    run: (parameters) => statement.run(parameters.map(bound)),
    iterate: (parameters) => statement.iterate(parameters.map(bound)),
  }
}

function bound(parameter: unknown): unknown {
  return typeof parameter === 'bigint' ? parameter.toString() : parameter
}
