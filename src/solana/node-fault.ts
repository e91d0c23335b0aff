const LONGEST_QUOTE = 200

/** The codes of failed connections, as Node and its fetch name them, in words. */
const CONNECTION_FAULTS: readonly [RegExp, string][] = [
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name can not be resolved'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'no network leads to it'],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, 'it did not answer in time'],
  [/CERT|LEAF_SIGNATURE/, 'its certificate is not valid'],
  [/^(ERR_SSL|ERR_TLS|EPROTO)/, 'no secure connection to it can be made'],
  [/^(HTTPParserError|HPE_\w+)$/, 'it does not speak HTTP'],
  [/^ERR_INVALID_URL$/, 'its URL is not valid'],
]

/** Describes why a request did not get through, from the error that fetch threw. */
export function describeConnectionFault(error: unknown): string {
  const code = codeOf(error)
  return CONNECTION_FAULTS.find(([codes]) => codes.test(code))?.[1] ?? 'the connection broke off'
}

/** Reads the code at the cause of fetch's own error; an answer that is no HTTP has a name alone. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name === 'HTTPParserError' ? error.name : codeOf(error.cause)
}

/** Quotes a node's message on one line, without markup, control characters and keys, cut to LONGEST_QUOTE; '' for none. */
export function quoteNode(words: string, secrets: readonly string[]): string {
  const legible = secrets
    .reduce((text, secret) => text.replaceAll(secret, '…'), words)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  const characters = [...legible]
  return characters.length <= LONGEST_QUOTE ? legible : `${characters.slice(0, LONGEST_QUOTE - 1).join('')}…`
}

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
