import { WEI_WORDS } from './wei-digits.ts'

/** So many sums of 32-bit words stay exact: below 2^53. */
const MAX_ADDED = 2 ** 20

/** Adds up amounts that are given as words, without a bigint for each. */
export class WordSum {
  readonly #sums = new Float64Array(WEI_WORDS)
  #count = 0
  #total = 0n

  add(words: Uint32Array): void {
    for (let i = 0; i < WEI_WORDS; i++) this.#sums[i] = (this.#sums[i] ?? 0) + (words[i] ?? 0)
    this.#count += 1
    if (this.#count === MAX_ADDED) this.#settle()
  }

  get total(): bigint {
    this.#settle()
    return this.#total
  }

  #settle(): void {
    if (this.#count === 0) return
    this.#total += this.#sums.reduceRight((sum, part) => (sum << 32n) + BigInt(part), 0n)
    this.#sums.fill(0)
    this.#count = 0
  }
}
