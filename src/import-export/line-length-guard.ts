const LF = 10
const CR = 13

/**
 * Limits the length of a text's lines, at the cost of a few searches per chunk. A CSV parser's own limit counts only the
 * content of fields, and would let a line of a billion delimiters through.
 */
export class LineLengthGuard {
  readonly #maxLineBytes: number
  #openLineBytes = 0

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes
  }

  /** Returns how many bytes of the next chunk can be read before a line grows too long: all of them where none does. */
  admit(chunk: Uint8Array): number {
    let lineStart = -this.#openLineBytes
    while (chunk.length - lineStart > this.#maxLineBytes) {
      const lineEnd = lastLineEnd(chunk, lineStart, lineStart + this.#maxLineBytes + 1)
      if (lineEnd === null) return Math.max(lineStart + this.#maxLineBytes, 0)
      lineStart = lineEnd
    }
    this.#openLineBytes = chunk.length - (lastLineEnd(chunk, lineStart, chunk.length) ?? lineStart)
    return chunk.length
  }
}

/** Returns the index after the last line break between two indexes, or null. */
function lastLineEnd(chunk: Uint8Array, from: number, to: number): number | null {
  const start = Math.max(from, 0)
  const window = chunk.subarray(start, Math.max(to, 0))
  const last = Math.max(window.lastIndexOf(LF), window.lastIndexOf(CR))
  return last < 0 ? null : start + last + 1
}
