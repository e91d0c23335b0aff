import type { CopiedRow, CopiedTable } from './copy-side.ts'

/** A name as both databases take it in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The columns of a table, as a statement lists them. */
export function columnList({ columns }: CopiedTable): string {
  return columns.map(({ name }) => quoted(name)).join(', ')
}

/** The key of a row, to be read. */
export function describeKey({ key, columns }: CopiedTable, row: CopiedRow): string {
  return key.map((name) => String(row[columns.findIndex((column) => column.name === name)])).join(', ')
}
