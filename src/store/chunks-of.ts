/**
 * Well below the limit of either database on the values in one statement, for the table with the most
 * columns.
 */
const ROWS_PER_STATEMENT = 500

/** Splits rows, or values, into chunks that fit into one statement. */
export function* chunksOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    yield rows.slice(start, start + ROWS_PER_STATEMENT)
  }
}
