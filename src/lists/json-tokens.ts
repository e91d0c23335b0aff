/** A piece of a JSON text. A number is the text that the file has, never a double. */
export type JsonToken =
  | {
      name: 'startObject' | 'endObject' | 'startArray' | 'endArray' | 'nullValue' | 'trueValue' | 'falseValue'
    }
  | { name: 'keyValue' | 'stringValue' | 'numberValue'; value: string }

/** The text is no JSON. */
export class JsonSyntaxError extends Error {
  override name = 'JsonSyntaxError'

  constructor(words = 'a comma, a quote or a bracket is missing or too many') {
    super(words)
  }
}

/** What may come next. */
type Expected = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'commaOrEnd'

const WORDS = {
  t: ['true', { name: 'trueValue' }],
  f: ['false', { name: 'falseValue' }],
  n: ['null', { name: 'nullValue' }],
} as const

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const NUMBER_PART = /[-+.\dEe]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a text
const CONTROL = /[\x00-\x1f]/

/**
 * Splits a JSON text (RFC 8259) into tokens as it comes in, in pieces of any size. Values may stand one after another. What is opened is
 * not limited in depth: who takes the tokens does that.
 */
export class JsonTokens {
  readonly #onToken: (token: JsonToken) => void
  /** `true` for an array. */
  readonly #open: boolean[] = []
  #expected: Expected = 'value'
  /** What of the text is not a whole token yet. */
  #rest = ''
  #isLast = false
  #betweenCharacters = 0

  constructor(onToken: (token: JsonToken) => void) {
    this.#onToken = onToken
  }

  /** The characters since the last token: of one that is not whole, and of the space before it. */
  get tokenlessCharacters(): number {
    return this.#betweenCharacters + this.#rest.length
  }

  /** Takes the next piece. Throws JsonSyntaxError, and what taking a token throws. */
  write(piece: string): void {
    const text = this.#rest + piece
    let at = 0
    for (;;) {
      const start = this.#afterSpace(text, at)
      if (start === text.length) {
        at = start
        break
      }
      const end = this.#readToken(text, start)
      if (end < 0) {
        at = start
        break
      }
      at = end
      this.#betweenCharacters = 0
    }
    this.#rest = text.slice(at)
  }

  /** Ends the text: a number may have been its last token. Throws JsonSyntaxError. */
  end(): void {
    this.#isLast = true
    this.write('')
    if (this.#rest !== '' || this.#open.length > 0) throw new JsonSyntaxError('it ends too early')
  }

  #afterSpace(text: string, from: number): number {
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break
    }
    this.#betweenCharacters += at - from
    return at
  }

  /** Returns the place after the token; -1 where the text ends before it does. */
  #readToken(text: string, at: number): number {
    const first = text.charAt(at)
    switch (first) {
      case '"':
        return this.#readText(text, at)
      case '{':
      case '[':
        return this.#openContainer(first === '[', at)
      case '}':
      case ']':
        return this.#closeContainer(first === ']', at)
      case ':':
        if (this.#expected !== 'colon') throw new JsonSyntaxError()
        this.#expected = 'value'
        return at + 1
      case ',':
        return this.#readComma(at)
      case 't':
      case 'f':
      case 'n':
        return this.#readWord(text, at, first)
      default:
        return this.#readNumber(text, at)
    }
  }

  #readComma(at: number): number {
    const isArray = this.#open.at(-1)
    if (this.#expected !== 'commaOrEnd' || isArray === undefined) throw new JsonSyntaxError()
    this.#expected = isArray ? 'value' : 'key'
    return at + 1
  }

  #openContainer(isArray: boolean, at: number): number {
    this.#beginValue()
    this.#open.push(isArray)
    this.#expected = isArray ? 'firstItem' : 'firstKey'
    this.#onToken({ name: isArray ? 'startArray' : 'startObject' })
    return at + 1
  }

  #closeContainer(isArray: boolean, at: number): number {
    const mayEnd = this.#expected === 'commaOrEnd' || this.#expected === (isArray ? 'firstItem' : 'firstKey')
    if (!mayEnd || this.#open.at(-1) !== isArray) throw new JsonSyntaxError()
    this.#open.pop()
    this.#endValue()
    this.#onToken({ name: isArray ? 'endArray' : 'endObject' })
    return at + 1
  }

  #readText(text: string, at: number): number {
    const isKey = this.#expected === 'firstKey' || this.#expected === 'key'
    if (!isKey) this.#beginValue()
    const end = closingQuote(text, at + 1)
    if (end < 0) return -1
    const value = readString(text.slice(at + 1, end))
    if (isKey) this.#expected = 'colon'
    else this.#endValue()
    this.#onToken({ name: isKey ? 'keyValue' : 'stringValue', value })
    return end + 1
  }

  #readWord(text: string, at: number, first: keyof typeof WORDS): number {
    this.#beginValue()
    const [word, token] = WORDS[first]
    const found = text.slice(at, at + word.length)
    if (!word.startsWith(found)) throw new JsonSyntaxError()
    if (found.length < word.length) return -1
    this.#endValue()
    this.#onToken(token)
    return at + word.length
  }

  #readNumber(text: string, at: number): number {
    NUMBER_PART.lastIndex = at
    const value = NUMBER_PART.exec(text)?.[0] ?? ''
    if (value === '') throw new JsonSyntaxError()
    this.#beginValue()
    // More of it may come.
    if (at + value.length === text.length && !this.#isLast) return -1
    if (!NUMBER.test(value)) throw new JsonSyntaxError()
    this.#endValue()
    this.#onToken({ name: 'numberValue', value })
    return at + value.length
  }

  #beginValue(): void {
    if (this.#expected !== 'value' && this.#expected !== 'firstItem') throw new JsonSyntaxError()
  }

  #endValue(): void {
    this.#expected = this.#open.length === 0 ? 'value' : 'commaOrEnd'
  }
}

/** Returns the place of the quote that ends a text; -1 where it is not there. */
function closingQuote(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return -1
}

function readString(raw: string): string {
  if (CONTROL.test(raw)) throw new JsonSyntaxError()
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`)
  } catch {
    throw new JsonSyntaxError()
  }
}
