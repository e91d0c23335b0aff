import type { Generated } from 'kysely'

/** The table of a record: its fields are the columns, and the database may fill in those of `Given`. */
export type TableOf<Row, Given extends keyof Row = never> = {
  [Column in keyof Row]: Column extends Given ? Generated<Row[Column]> : Row[Column]
}
