import type SqliteDatabase from 'better-sqlite3'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Dialect } from './dialect.ts'

/**
 * Sums whole numbers of any size exactly that are kept as text: PostgreSQL has `numeric` for them, SQLite has
 * no such type.
 */
export const sumDecimals = {
  /** Returns the sum as a decimal string, "0" over no rows. */
  of(dialect: Dialect, column: Expression<bigint>): RawBuilder<string> {
    return dialect === 'sqlite'
      ? sql<string>`sum_decimals(${column})`
      : sql<string>`coalesce(sum((${column})::numeric), 0)::text`
  },

  register(database: SqliteDatabase.Database): void {
    database.aggregate('sum_decimals', {
      start: () => 0n,
      step: (sum: bigint, text: unknown) => (typeof text === 'string' ? sum + BigInt(text) : sum),
      result: (sum: bigint) => sum.toString(),
    })
    database.function('add_decimals', { deterministic: true }, (a: unknown, b: unknown) =>
      (BigInt(String(a)) + BigInt(String(b))).toString(),
    )
  },
}
