/**
 * What is to be expected of the same request later: `limited` is taken once requests come more slowly, `passing` may be
 * answered the next time, `lasting` will be answered the same.
 */
export type FaultKind = 'limited' | 'passing' | 'lasting'

interface FaultOptions extends ErrorOptions {
  retryAfterMs?: number
}

/** A node did not answer a request. The message is a part of a sentence for a person ("it answered HTTP 502"). */
export class NodeFault extends Error {
  override name = 'NodeFault'
  readonly kind: FaultKind
  /** How long the node wants to be left alone; 0 where it named no time. */
  readonly retryAfterMs: number

  constructor(kind: FaultKind, words: string, { retryAfterMs = 0, ...options }: FaultOptions = {}) {
    super(words, options)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
