/** Well below the number of values that one statement of either database takes, however many columns a row has. */
const ROWS_PER_STATEMENT = 500

/** Rows, or values, in chunks that fit into one statement. */
export function* chunksOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    yield rows.slice(start, start + ROWS_PER_STATEMENT)
  }
}
