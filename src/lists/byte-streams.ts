import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { giveBack } from '#domain/give-back.ts'
import { formatLimit, UnreadableFileError } from './file-problems.ts'

/** Reads a stream's first bytes, until `isEnough` says so or it ends. `rest` goes on after `head`, and can be read once. */
export async function peekBytes(
  bytes: AsyncIterable<Uint8Array>,
  isEnough: (head: Buffer) => boolean,
): Promise<{ head: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (!isEnough(head)) {
    const next = await iterator.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return { head, rest: { [Symbol.asyncIterator]: () => iterator } }
}

/** One stream of `head` and what follows it. */
export async function* joinBytes(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  if (head.length > 0) yield head
  yield* rest
}

const BLOCK_BYTES = 1024 ** 2

/** Reads a whole file into memory, and holds it there once. Throws UnreadableFileError above the limit. */
export async function collectBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const blocks: Uint8Array<ArrayBuffer>[] = []
  let byteCount = 0
  for await (const chunk of bytes) {
    if (byteCount + chunk.length > maxBytes) {
      throw new UnreadableFileError(
        `the file has more than ${formatLimit(maxBytes)} bytes, which is the limit`,
      )
    }
    for (let start = 0; start < chunk.length; ) {
      const place = byteCount % BLOCK_BYTES
      if (place === 0) blocks.push(new Uint8Array(BLOCK_BYTES))
      const part = chunk.subarray(start, start + BLOCK_BYTES - place)
      blocks.at(-1)?.set(part, place)
      byteCount += part.length
      start += part.length
    }
  }
  const file = Buffer.allocUnsafeSlow(byteCount)
  for (const [index, block] of blocks.entries()) {
    const start = index * BLOCK_BYTES
    file.set(block.subarray(0, byteCount - start), start)
    giveBack(block)
  }
  return file
}

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
