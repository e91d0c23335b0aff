import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** No larger piece is handed on, so that whoever parses it never holds the event loop for more than a few milliseconds. */
export const MAX_SLICE_BYTES = 16 * 1024

/**
 * The bytes of a file as given, hashed and counted as they are read. Leaving a loop over it does not close the source:
 * the next loop goes on where the last one stopped, and `drain` reads what nobody wanted, so that hash and size are the
 * whole file's. Errors of the source are thrown to whoever reads.
 */
export class HashedBytes implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterable<Uint8Array>
  readonly #slices: AsyncGenerator<Uint8Array, void, void>
  readonly #hash = createHash('sha256')
  #byteCount = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source
    this.#slices = this.#read()
  }

  /** How many bytes were read so far. */
  get byteCount(): number {
    return this.#byteCount
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, void, void> {
    return { next: () => this.#slices.next() }
  }

  /** Reads the rest of the source and lets it go. */
  async drain(): Promise<void> {
    while (!(await this.#slices.next()).done) await setImmediate()
  }

  /** The SHA-256 of the bytes read, lower-case hex. To be called once, after `drain`. */
  digest(): string {
    return this.#hash.digest('hex')
  }

  /** Gives the source up, read to its end or not. */
  async close(): Promise<void> {
    if (this.#source instanceof Readable) this.#source.destroy()
    await this.#slices.return()
  }

  async *#read(): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of this.#source) {
      for (let start = 0; start < chunk.length; start += MAX_SLICE_BYTES) {
        const slice = chunk.subarray(start, start + MAX_SLICE_BYTES)
        this.#hash.update(slice)
        this.#byteCount += slice.length
        yield slice
      }
    }
  }
}
