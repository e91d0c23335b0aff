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

/** Where the address and the amount of a row stand among so many columns. */
export interface PlainColumns {
  address: number
  amount: number
  count: number
}

/**
 * Takes a row straight from the bytes of a file: an address begins at one place, an amount at another, and ends. False, and nothing is
 * taken, where it has to be read in the ordinary way.
 */
export type TakePlainRow = (
  bytes: Uint8Array,
  addressStart: number,
  amountStart: number,
  amountEnd: number,
  row: number,
) => boolean

/** The rows of a file, one array for each chunk that comes in. */
export interface SheetRows {
  /** The names of the columns, where the format names them itself (JSON); null where the first row may do so. It may grow. */
  names: readonly string[] | null
  /** Every row has as many cells as the first, or is damaged. */
  isFixedWidth: boolean
  rows: AsyncGenerator<SheetRow[], void, void>
  /**
   * Has rows that are plain taken from the next chunk on, in their order: they do not come among `rows`, and stand before those that come
   * with the same chunk. Left out where the format has none.
   */
  takePlain?(columns: PlainColumns, take: TakePlainRow): void
}
