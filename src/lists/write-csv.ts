import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * Writes rows as a CSV, as they are read: quoted where needed, lines ended as RFC 4180 says, with the mark by which Excel knows
 * UTF-8. Cells that a spreadsheet would take for a formula get an apostrophe in front.
 */
export function writeCsv(
  columns: readonly string[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): Readable {
  const csv = stringify({
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    bom: true,
    escape_formulas: true,
  })
  // The reader of the CSV gets the error too.
  pipeline(Readable.from(rows), csv, () => {})
  return csv
}
