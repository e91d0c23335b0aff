import type { EvmAddress } from '#domain/evm-address.ts'
import { HEX_DIGITS, NO_DIGIT } from '#domain/hex-digits.ts'
import { ADDRESS_BYTES } from '#domain/list-record.ts'

export const ADDRESS_WORDS = 5

/** `0x` and the digits. */
export const ADDRESS_TEXT_LENGTH = 2 + 2 * ADDRESS_BYTES

const [ZERO, X] = Buffer.from('0x')

const UTF_8 = new TextEncoder()

/** The bit that tells lower from upper case; digits have it as well. */
const LOWER_CASE = 0x20

/** Reads addresses as readEvmAddress does, and their digits with them: a list has a million, and each pass over one takes as long as this. */
export class AddressDigits {
  /** The bytes of the address that was read last, four in a word. */
  readonly words = new Uint32Array(ADDRESS_WORDS)
  /** The same, byte by byte. */
  readonly bytes = new Uint8Array(this.words.buffer)
  readonly #text = new Uint8Array(ADDRESS_TEXT_LENGTH)

  /** The address that was read last, in its one spelling. */
  get address(): EvmAddress {
    return `0x${Buffer.from(this.bytes.buffer).toString('hex')}` as EvmAddress
  }

  /** Returns the address in its one spelling; null where the text is none, and then `words` are of no use. */
  read(text: string): EvmAddress | null {
    if (text.length !== ADDRESS_TEXT_LENGTH) return null
    const bytes = this.#text
    // What is not ASCII has bytes that are no digits, and may leave no room for others.
    if (UTF_8.encodeInto(text, bytes).written !== ADDRESS_TEXT_LENGTH) return null
    const letterCase = this.readBytes(bytes, 0)
    if (letterCase === null) return null
    return (letterCase === 'lower' ? text : text.toLowerCase()) as EvmAddress
  }

  /** Reads the bytes of a text from a place on. Returns the case of its letters; null where it is none, and then `words` are of no use. */
  readBytes(bytes: Uint8Array, start: number): 'lower' | 'other' | null {
    if (bytes[start] !== ZERO || bytes[start + 1] !== X) return null
    let digits = 0
    let inBoth = LOWER_CASE
    for (let at = 0; at < ADDRESS_BYTES; at++) {
      const first = bytes[start + 2 * at + 2] ?? 0
      const second = bytes[start + 2 * at + 3] ?? 0
      const high = HEX_DIGITS[first] ?? NO_DIGIT
      const low = HEX_DIGITS[second] ?? NO_DIGIT
      digits |= high | low
      inBoth &= first & second
      this.bytes[at] = (high << 4) | low
    }
    if (digits > 15) return null
    return inBoth === LOWER_CASE ? 'lower' : 'other'
  }
}
