import { type Flushable, getManyValues, type Many, none } from 'stream-chain/defs.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'
import type { AllocationFormat } from './allocation-entry.ts'
import { JsonItems } from './json-items.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** The tokenizer's type: besides text it takes `none` for the end of the input, which its own type leaves out. */
type Tokenize = Flushable<string | typeof none, Many<Token> | typeof none>

/** The longest text without a token's end: longer tokens and gaps are refused before they are buffered. */
const MAX_TOKENLESS_CHARACTERS = 64 * 1024

/** Reads a JSON array of objects with an `address`, and an `amountWei` or an `amountUA`; all of them text. */
export const readJsonAllocations: AllocationFormat = async function* (text, limits) {
  const tokenize = jsonParser({ streamValues: false }) as Tokenize
  const decoder = new TextDecoder()
  const items = new JsonItems(limits)
  let tokenlessCharacters = 0

  const feed = (piece: string | typeof none) => {
    const tokens = tokensOf(tokenize, piece, items)
    tokenlessCharacters = tokens.length > 0 || piece === none ? 0 : tokenlessCharacters + piece.length
    if (tokenlessCharacters > MAX_TOKENLESS_CHARACTERS) throw items.tooLong()
    for (const token of tokens) items.add(token)
  }

  try {
    for await (const chunk of text) {
      for (const piece of cutAfterItems(decoder.decode(chunk, { stream: true }))) feed(piece)
      yield items.take()
    }
    feed(decoder.decode())
    feed(none)
    yield items.take()
  } catch (error) {
    yield items.take()
    throw error
  }
}

function tokensOf(tokenize: Tokenize, piece: string | typeof none, items: JsonItems): Token[] {
  try {
    const tokens = tokenize(piece)
    return tokens === none ? [] : getManyValues(tokens)
  } catch (error) {
    throw new UnreadableFileError(
      `the JSON is broken here (${(error as Error).message}); nothing after it was read`,
      items.openRow,
    )
  }
}

/** Splits text after the end of each item: the tokenizer loses the tokens of the piece in which it fails. */
function cutAfterItems(text: string): string[] {
  return text.match(/[^}\]]*[}\]]|[^}\]]+$/g) ?? []
}
