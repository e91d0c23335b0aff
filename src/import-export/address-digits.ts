import type { EvmAddress } from '#domain/evm-address.ts'
import { HEX_DIGITS, NO_DIGIT } from '#domain/hex-digits.ts'

export const ADDRESS_WORDS = 5

const ADDRESS_BYTES = 20
const TEXT_LENGTH = 2 + 2 * ADDRESS_BYTES
const [ZERO, X] = Buffer.from('0x')

const UTF_8 = new TextEncoder()

/** The bit that tells lower from upper case; digits have it as well. */
const LOWER_CASE = 0x20

/** Reads addresses as readEvmAddress does, and their digits with them: a list has a million, and each pass over one takes as long as this. */
export class AddressDigits {
  /** The bytes of the address that was read last, four in a word. */
  readonly words = new Uint32Array(ADDRESS_WORDS)
  readonly #bytes = new Uint8Array(this.words.buffer)
  readonly #text = new Uint8Array(TEXT_LENGTH)

  /** Returns the address in its one spelling; null where the text is none, and then `words` are of no use. */
  read(text: string): EvmAddress | null {
    if (text.length !== TEXT_LENGTH) return null
    const bytes = this.#text
    // What is not ASCII has bytes that are no digits, and may leave no room for others.
    if (UTF_8.encodeInto(text, bytes).written !== TEXT_LENGTH) return null
    if (bytes[0] !== ZERO || bytes[1] !== X) return null
    let digits = 0
    let inBoth = LOWER_CASE
    for (let at = 0; at < ADDRESS_BYTES; at++) {
      const first = bytes[2 * at + 2] ?? 0
      const second = bytes[2 * at + 3] ?? 0
      const high = HEX_DIGITS[first] ?? NO_DIGIT
      const low = HEX_DIGITS[second] ?? NO_DIGIT
      digits |= high | low
      inBoth &= first & second
      this.#bytes[at] = (high << 4) | low
    }
    if (digits > 15) return null
    return (inBoth === LOWER_CASE ? text : text.toLowerCase()) as EvmAddress
  }
}
