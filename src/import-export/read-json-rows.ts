import { type Flushable, getManyValues, type Many, none } from 'stream-chain/defs.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'
import type { FileLimits } from './file-limits.ts'
import { JsonRows } from './json-rows.ts'
import type { SheetRow, SheetRows } from './sheet-row.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** The tokenizer's type: besides text it takes `none` for the end of the input, which its own type leaves out. */
type Tokenize = Flushable<string | typeof none, Many<Token> | typeof none>

/** The longest text without a token's end: longer tokens and gaps are refused before they are buffered. */
const MAX_TOKENLESS_CHARACTERS = 64 * 1024

/** Reads a JSON as rows: see JsonRows for the forms that are understood. */
export function readJsonRows(text: AsyncIterable<Uint8Array>, limits: FileLimits): SheetRows {
  const rows = new JsonRows(limits)
  return { names: rows.names, isFixedWidth: false, rows: readRows(text, rows) }
}

async function* readRows(
  text: AsyncIterable<Uint8Array>,
  rows: JsonRows,
): AsyncGenerator<SheetRow[], void, void> {
  const tokenize = jsonParser({ streamValues: false, jsonStreaming: true }) as Tokenize
  const decoder = new TextDecoder()
  let tokenlessCharacters = 0

  const feed = (piece: string | typeof none) => {
    const tokens = tokensOf(tokenize, piece, rows)
    tokenlessCharacters = tokens.length > 0 || piece === none ? 0 : tokenlessCharacters + piece.length
    if (tokenlessCharacters > MAX_TOKENLESS_CHARACTERS) throw rows.tooLong()
    for (const token of tokens) rows.add(token)
  }

  try {
    for await (const chunk of text) {
      for (const piece of cutAfterItems(decoder.decode(chunk, { stream: true }))) feed(piece)
      yield rows.take()
    }
    feed(decoder.decode())
    feed(none)
    if (!rows.isComplete)
      throw new UnreadableFileError(
        'the JSON is broken here (it ends too early); nothing after it was read',
        rows.openRow,
      )
    if (!rows.hasList) throw rows.wrongForm()
    yield rows.take()
  } catch (error) {
    yield rows.take()
    throw error
  }
}

function tokensOf(tokenize: Tokenize, piece: string | typeof none, rows: JsonRows): Token[] {
  try {
    const tokens = tokenize(piece)
    return tokens === none ? [] : getManyValues(tokens)
  } catch (error) {
    throw new UnreadableFileError(
      `the JSON is broken here (${(error as Error).message}); nothing after it was read`,
      rows.openRow,
    )
  }
}

/** Splits text after the end of each item: the tokenizer loses the tokens of the piece in which it fails. */
function cutAfterItems(text: string): string[] {
  return text.match(/[^}\]]*[}\]]|[^}\]]+$/g) ?? []
}
