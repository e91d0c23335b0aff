/** A number as it is written, never as a double. */
export interface NumberCell {
  number: string
  /** Written as text, as JSON is: no spreadsheet has rounded its digits. */
  isWritten?: true
  /** Shown with the sign of a currency. */
  isMoney?: true
}

/** A cell as a file has it: a text; a number; or why the cell can not be used. Undefined where there is none. */
export type SheetCell = string | NumberCell | { problem: string } | undefined

/** One row of a file, whatever its format: a line of a CSV, a row of a sheet, an item of a JSON. */
export interface SheetRow {
  /** Its line in a CSV, its row in a sheet, its place in a JSON array; the first is 1. */
  row: number
  cells: readonly SheetCell[]
  /** Not seen by who opens the file. */
  isHidden?: true
  /** The sheet's columns that nobody sees who opens the file. */
  hiddenColumns?: ReadonlySet<number>
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
  /** What a JSON states of its token's decimals, beside the rows; complete after the last of them. */
  decimals?: ReadonlySet<string>
}

/** 0 is "A", 26 is "AA". */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
