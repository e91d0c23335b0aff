/**
 * Tells what a retry can expect: `limited` succeeds once requests come more slowly, `passing` may succeed the next time,
 * `lasting` will fail the same way.
 */
export type FaultKind = 'limited' | 'passing' | 'lasting'

interface FaultOptions extends ErrorOptions {
  retryAfterMs?: number
}

/** A node did not answer a request. The message is a clause of a sentence for a person ("it answered HTTP 502"). */
export class NodeFault extends Error {
  override name = 'NodeFault'
  readonly kind: FaultKind
  /** The wait of its Retry-After header; 0 where it sent none. */
  readonly retryAfterMs: number

  constructor(kind: FaultKind, words: string, { retryAfterMs = 0, ...options }: FaultOptions = {}) {
    super(words, options)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
