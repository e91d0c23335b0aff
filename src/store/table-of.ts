import type { Generated } from 'kysely'

/** The table that keeps a record: its fields are the columns, and those of `Given` may be left to the database. */
export type TableOf<Row, Given extends keyof Row = never> = {
  [Column in keyof Row]: Column extends Given ? Generated<Row[Column]> : Row[Column]
}
