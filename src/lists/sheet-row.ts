/**
 * A cell as a file has it: a text; a number as it is written, never as a double; or why the cell can not be used.
 * Undefined where there is none.
 */
export type SheetCell = string | { number: string } | { problem: string } | undefined

/** One row of a file, whatever its format: a line of a CSV, a row of a sheet, an item of a JSON. */
export interface SheetRow {
  /** Its line in a CSV, its row in a sheet, its place in a JSON array; the first is 1. */
  row: number
  cells: readonly SheetCell[]
  /** Not seen by who opens the file. */
  isHidden?: true
  /** Set where the row as a whole is not shaped like one. */
  problem?: string
}

/** The rows of a file, one array for each chunk that comes in. */
export interface SheetRows {
  /** The names of the columns, where the format names them itself (JSON); null where the first row may do so. It may grow. */
  names: readonly string[] | null
  /** Every row has as many cells as the first, or is damaged. */
  isFixedWidth: boolean
  rows: AsyncGenerator<SheetRow[], void, void>
}

/** 0 is "A", 26 is "AA". */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
