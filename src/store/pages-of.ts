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
