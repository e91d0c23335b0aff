/** Pages that are kept at a time: for each language and packing, a few; and what a client makes up of headers is bounded. */
const MOST_KEPT = 200

/** Drawing and packing a page takes as long as fifty look-ups. */
const KEPT_MS = 1_000

/** Keeps pages that were made of the same data, for a second. */
export class KeptPages<Data, Page> {
  readonly #nowMs: () => number
  readonly #pages = new Map<string, Promise<Page>>()
  #data: Data | null = null
  #untilMs = 0

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Returns the page that was made of this data for this key, or makes it. One that fails is not kept. */
  async get(data: Data, key: string, make: () => Promise<Page>): Promise<Page> {
    if (this.#data !== data || this.#nowMs() >= this.#untilMs || this.#pages.size >= MOST_KEPT) {
      this.#pages.clear()
      this.#data = data
      this.#untilMs = this.#nowMs() + KEPT_MS
    }
    const known = this.#pages.get(key)
    if (known) return await known
    const made = make()
    this.#pages.set(key, made)
    try {
      return await made
    } catch (error) {
      if (this.#pages.get(key) === made) this.#pages.delete(key)
      throw error
    }
  }
}
