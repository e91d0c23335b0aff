/** Reads page after page, each from after the key of the last row before. */
export async function* pagesOf<Row, Key>(
  start: Key,
  read: (after: Key) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[], void, void> {
  let after = start
  for (;;) {
    const page = await read(after)
    const last = page.at(-1)
    if (last === undefined) return
    after = keyOf(last)
    yield page
  }
}

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
