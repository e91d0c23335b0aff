import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** The largest slice that is yielded: its parser blocks the event loop for a few milliseconds at most. */
export const MAX_SLICE_BYTES = 32 * 1024

/**
 * Hashes and counts the bytes of a file as they are read. Leaving a loop over it does not close the source: the next loop
 * goes on where the last one stopped, and `drain` reads the rest, so that hash and size are the whole file's. Errors of
 * the source are thrown to the reader.
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

  /** The bytes read so far. */
  get byteCount(): number {
    return this.#byteCount
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, void, void> {
    return { next: () => this.#slices.next() }
  }

  /** Reads the rest of the source and closes it. */
  async drain(): Promise<void> {
    while (!(await this.#slices.next()).done) await setImmediate()
  }

  /** Returns the SHA-256 of the bytes read, lower-case hex. Call it once, after `drain`. */
  digest(): string {
    return this.#hash.digest('hex')
  }

  /** Closes the source, read to its end or not. */
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
