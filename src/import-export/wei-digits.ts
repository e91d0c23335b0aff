/** 32-bit words of a number, and as many digits as fit into them. */
export const WEI_WORDS = 4
const MAX_DIGITS = 36

/** So many digits are taken at once: their product with a word stays below 2^53. */
const AT_ONCE = 6

const WORD = 2 ** 32
const ZERO = 48

/** Reads amounts of wei of up to 36 digits without a text or a bigint for each. */
export class WeiDigits {
  /** The amount that was read last, the least significant word first. */
  readonly words = new Uint32Array(WEI_WORDS)

  /** The amount as the nearest number, or one beside it; exact below 2^53. */
  get approximate(): number {
    let wei = 0
    for (let i = WEI_WORDS - 1; i >= 0; i--) wei = wei * WORD + (this.words[i] ?? 0)
    return wei
  }

  /** The amount itself. */
  get exact(): bigint {
    return this.words.reduceRight((wei, word) => (wei << 32n) | BigInt(word), 0n)
  }

  /** Reads the digits between two places. False where they are no whole number without leading zeros, or too many. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const count = end - start
    if (count < 1 || count > MAX_DIGITS || (count > 1 && bytes[start] === ZERO)) return false
    const words = this.words
    words.fill(0)
    for (let at = start; at < end; ) {
      const stop = Math.min(at + AT_ONCE, end)
      let scale = 1
      let carry = 0
      for (; at < stop; at++) {
        const digit = (bytes[at] ?? 0) - ZERO
        if (digit < 0 || digit > 9) return false
        scale *= 10
        carry = carry * 10 + digit
      }
      for (let i = 0; i < WEI_WORDS; i++) {
        const sum = (words[i] ?? 0) * scale + carry
        carry = Math.floor(sum / WORD)
        words[i] = sum - carry * WORD
      }
    }
    return true
  }
}
