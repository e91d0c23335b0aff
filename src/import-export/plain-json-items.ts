import { ADDRESS_TEXT_LENGTH } from './address-digits.ts'
import type { FileLimits } from './file-limits.ts'
import type { PlainColumns, TakePlainRow } from './sheet-row.ts'

/** What is returned of an item that has to be read in the ordinary way, and of one that the text ends before. */
export const NOT_PLAIN = -1
export const NOT_WHOLE = -2

const UTF_8 = new TextEncoder()

const QUOTE = 34
const COMMA = 44
const COLON = 58
const CLOSE = 125

/** No plain item is longer: more than that is not waited for. */
const MAX_ITEM_BYTES = 1_000

/** Nothing of it has to be escaped in a JSON. */
const PLAIN_NAME = /^[\w .()-]{1,100}$/

/** Reads items of a JSON straight from their bytes where they are plain: an address and an amount, both in quotes, and nothing else. */
export class PlainJsonItems {
  readonly #addressKey: Uint8Array
  readonly #amountKey: Uint8Array
  readonly #take: TakePlainRow
  // Used again for each text.
  #bytes = new Uint8Array(0)
  #length = 0
  #at = 0

  private constructor(addressName: string, amountName: string, take: TakePlainRow) {
    this.#addressKey = Buffer.from(`${addressName}"`)
    this.#amountKey = Buffer.from(`${amountName}"`)
    this.#take = take
  }

  /** Returns undefined where an item with these two members alone may not be plain. */
  static of(
    names: readonly string[],
    { address, amount }: PlainColumns,
    take: TakePlainRow,
    { maxLineBytes }: FileLimits,
  ): PlainJsonItems | undefined {
    const [addressName = '', amountName = ''] = [names[address], names[amount]]
    // What a line of geth's dump has is looked at as a whole.
    const isLookedAt = names.includes('key') || maxLineBytes < ADDRESS_TEXT_LENGTH
    if (isLookedAt || !PLAIN_NAME.test(addressName) || !PLAIN_NAME.test(amountName)) return undefined
    return new PlainJsonItems(addressName, amountName, take)
  }

  /** Begins a text: items are read by their places in it. One that is not in ASCII has none that are plain. */
  begin(text: string): void {
    if (this.#bytes.length < text.length) this.#bytes = new Uint8Array(text.length)
    const { read, written } = UTF_8.encodeInto(text, this.#bytes)
    this.#length = read === text.length && written === read ? read : 0
  }

  /** Tells whether the text ends before an item that may be plain does. */
  isCutOff(start: number): boolean {
    if (this.#length === 0 || this.#length - start > MAX_ITEM_BYTES) return false
    const close = this.#bytes.indexOf(CLOSE, start)
    return close < 0 || close >= this.#length
  }

  /** Reads a whole item that a bracket at a place opens, and which is of this row. Returns the place after it, or NOT_PLAIN. */
  read(start: number, row: number): number {
    if (this.#length === 0) return NOT_PLAIN
    let [addressStart, amountStart, amountEnd] = [-1, -1, -1]
    this.#at = start + 1
    for (let member = 0; member < 2; member++) {
      if ((member > 0 && !this.#skip(COMMA)) || !this.#skip(QUOTE)) return NOT_PLAIN
      const isAddress = addressStart < 0 && this.#skipAll(this.#addressKey)
      if (!isAddress && (amountStart >= 0 || !this.#skipAll(this.#amountKey))) return NOT_PLAIN
      if (!this.#skip(COLON) || !this.#skip(QUOTE)) return NOT_PLAIN
      const valueStart = this.#at
      this.#at = isAddress ? valueStart + ADDRESS_TEXT_LENGTH : this.#afterDigits(valueStart)
      if (isAddress) addressStart = valueStart
      else [amountStart, amountEnd] = [valueStart, this.#at]
      if (this.#bytes[this.#at] !== QUOTE) return NOT_PLAIN
      this.#at += 1
    }
    if (!this.#skip(CLOSE) || this.#at > this.#length) return NOT_PLAIN
    const end = this.#at
    return this.#take(this.#bytes, addressStart, amountStart, amountEnd, row) ? end : NOT_PLAIN
  }

  /** Goes past a character and space before it. */
  #skip(code: number): boolean {
    while (isSpace(this.#bytes[this.#at])) this.#at += 1
    if (this.#bytes[this.#at] !== code) return false
    this.#at += 1
    return true
  }

  #skipAll(bytes: Uint8Array): boolean {
    for (let i = 0; i < bytes.length; i++) if (this.#bytes[this.#at + i] !== bytes[i]) return false
    this.#at += bytes.length
    return true
  }

  #afterDigits(from: number): number {
    let at = from
    for (;;) {
      const code = this.#bytes[at] ?? 0
      if (code < 48 || code > 57) return at
      at += 1
    }
  }
}

function isSpace(code: number | undefined): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}
