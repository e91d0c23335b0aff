import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from './dialect.ts'

/** Milliseconds since the epoch by the database's own clock, which all servers share. On SQLite it is that of their machine. */
export function databaseNow(dialect: Dialect): RawBuilder<number> {
  return dialect === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}
