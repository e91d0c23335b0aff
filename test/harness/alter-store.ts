import SqliteDatabase from 'better-sqlite3'
import { sumDecimals } from '#store/sum-decimals.ts'

/** Writes into an SQLite store past the server, as somebody does who can do that and no more. */
export function alterStore(file: string, ...statements: string[]): void {
  const database = new SqliteDatabase(file, { timeout: 10_000 })
  try {
    sumDecimals.register(database)
    for (const statement of statements) database.exec(statement)
  } finally {
    database.close()
  }
}
