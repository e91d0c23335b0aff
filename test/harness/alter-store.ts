import SqliteDatabase from 'better-sqlite3'
import { sumDecimals } from '#store/database/column-readers.ts'

/** Opens an SQLite store past the server, as an attacker does who can only write to the database. */
export function openPastServer<T>(file: string, use: (database: SqliteDatabase.Database) => T): T {
  const database = new SqliteDatabase(file, { timeout: 10_000 })
  try {
    sumDecimals.register(database)
    return use(database)
  } finally {
    database.close()
  }
}

/** Writes into an SQLite store past the server. */
export function alterStore(file: string, ...statements: string[]): void {
  openPastServer(file, (database) => {
    for (const statement of statements) database.exec(statement)
  })
}

/** Executes one statement with values, past the server. */
export function alterRows(file: string, statement: string, ...values: unknown[]): void {
  openPastServer(file, (database) => void database.prepare(statement).run(...values))
}

export function readRows<Row>(file: string, query: string, ...values: unknown[]): Row[] {
  return openPastServer(file, (database) => database.prepare(query).all(...values) as Row[])
}
