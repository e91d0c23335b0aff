import type { FileLimits } from './file-limits.ts'
import { tooLong, wrongForm } from './json-refusals.ts'
import { JsonRows } from './json-rows.ts'
import { JsonSyntaxError, JsonTokens } from './json-tokens.ts'
import type { SheetRow, SheetRows } from './sheet-row.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** The longest text without a token's end: longer tokens and gaps are refused before they are buffered. */
const MAX_TOKENLESS_CHARACTERS = 64 * 1024

/** Reads a JSON as rows: see JsonRows for the forms that are understood. */
export function readJsonRows(text: AsyncIterable<Uint8Array>, limits: FileLimits): SheetRows {
  const rows = new JsonRows(limits)
  return {
    names: rows.names,
    isFixedWidth: false,
    rows: readRows(text, rows, limits),
    takePlain: (columns, take) => rows.takePlain(columns, take),
  }
}

async function* readRows(
  text: AsyncIterable<Uint8Array>,
  rows: JsonRows,
  limits: FileLimits,
): AsyncGenerator<SheetRow[], void, void> {
  const decoder = new TextDecoder()
  const tokens = new JsonTokens((token) => rows.add(token), rows)
  try {
    for await (const chunk of text) {
      tokens.write(decoder.decode(chunk, { stream: true }))
      if (tokens.tokenlessCharacters > MAX_TOKENLESS_CHARACTERS) throw tooLong(limits, rows.openRow)
      yield rows.takeRows()
    }
    tokens.write(decoder.decode())
    tokens.end()
    if (!rows.hasList) throw wrongForm()
    yield rows.takeRows()
  } catch (error) {
    yield rows.takeRows()
    throw error instanceof JsonSyntaxError
      ? new UnreadableFileError(
          `the JSON is broken here (${error.message}); nothing after it was read`,
          rows.openRow,
        )
      : error
  }
}
