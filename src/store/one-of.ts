import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from './dialect.ts'

/**
 * True of a row whose column is one of some texts, given as the parameter that `textsFor` makes of them: the same statement for any
 * number, so that it is prepared once.
 */
export function oneOf(dialect: Dialect, column: string, texts: unknown): RawBuilder<boolean> {
  return dialect === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${texts}))`
    : sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`
}

/** Returns texts as one parameter. */
export function textsFor(dialect: Dialect, values: readonly string[]): unknown {
  return dialect === 'sqlite' ? JSON.stringify(values) : [...values]
}
