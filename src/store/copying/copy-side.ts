import type { StoreMarkTable } from '#store/schema.ts'

/** As both databases hold it: whole numbers as bigint, text and numerics as text, bytes as bytes. */
export type CopiedValue = bigint | string | Buffer | null

export type CopiedRow = readonly CopiedValue[]

export interface CopiedColumn {
  name: string
  kind: 'integer' | 'text' | 'bytes'
}

/** A table as its database's catalogue describes it: the same in both databases. */
export interface CopiedTable {
  name: string
  columns: CopiedColumn[]
  /** The columns of the primary key, in its order. */
  key: string[]
  /** The tables that its foreign keys name. */
  references: string[]
  /** The column that the database itself numbers; null for none. */
  serial: string | null
}

export type StoreMark = Omit<StoreMarkTable, 'id'>

/** One of the two stores of a copy: nobody else writes to it from `begin` until `commit` or `close`. */
export interface CopySide {
  /** Its location, without a password. */
  readonly name: string
  /** Throws StartRefusedError where this build does not know its schema, CommandRefusedError where a server uses it. */
  begin(): Promise<void>
  commit(): Promise<void>
  /** What was not committed is undone. */
  close(): Promise<void>

  /** The names of those that were applied. */
  migrations(): Promise<string[]>
  /** Every table but those of the migrations and of the mark. */
  tables(): Promise<CopiedTable[]>
  mark(): Promise<StoreMark | null>
  /** Where it is `moved`, nothing more is written to it, also by a server that was running unseen. */
  setMark(mark: StoreMark | null): Promise<void>

  /** Rows in the order of the key, as bytes sort it, so many at a time. */
  chunks(table: CopiedTable, size: number): AsyncIterable<CopiedRow[]>
  isEmpty(table: CopiedTable): Promise<boolean>
  /** Keeps triggers from acting until `endInserting`: what they would add is copied. */
  beginInserting(): Promise<void>
  insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>
  endInserting(): Promise<void>
  /** The number that the next row gets. */
  nextNumber(table: CopiedTable): Promise<bigint>
  setNextNumber(table: CopiedTable, next: bigint): Promise<void>
}

/** Not copied: the target has its own, or, for lists that wait for an answer, takes the upload again. */
export const LEFT_OUT: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'running_server',
  'store_mark',
  'list_upload',
  'list_upload_chunk',
]
