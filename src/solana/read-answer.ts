import {
  SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_STATUS_NOT_AVAILABLE_YET,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
} from '@solana/kit'
import { type FaultKind, NodeFault, quoteNode } from './node-fault.ts'

export interface HttpAnswer {
  status: number
  headers: Headers
  body: string
}

interface JsonRpcError {
  code: number | null
  message: string
}

/** "Too many requests" as providers write it into the body: HTTP's code, and its counterpart among JSON-RPC's server codes. */
const LIMIT_CODES: ReadonlySet<number | null> = new Set([429, -32_429])
const LIMIT_WORDS = /rate.?limit|too many requests|request limit|limit exceeded|throttl/i

/** Long-term storage can not be reached (Agave; kit has no name for it). */
const LONG_TERM_STORAGE_UNREACHABLE = -32_019

/** The node is unhealthy or behind for now; behind a load balancer the next one may not be. */
const PASSING_CODES: ReadonlySet<number | null> = new Set([
  SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_STATUS_NOT_AVAILABLE_YET,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  LONG_TERM_STORAGE_UNREACHABLE,
])

/** Reads the result of one request out of an HTTP answer. Throws NodeFault for anything but a result of this request. */
export function readAnswer(
  { status, headers, body }: HttpAnswer,
  requestId: unknown,
  secrets: readonly string[],
): { result: unknown } {
  const answer = parseObject(body)
  const error = answer && errorOf(answer)
  if (status < 200 || status > 299 || (error && isAnswerTo(answer, requestId))) {
    const kind = kindOf(status, error)
    const words = wordsOf(status, error, secrets)
    throw new NodeFault(kind, words, { retryAfterMs: readRetryAfterMs(headers) })
  }
  if (answer === null && isWebPage(headers, body)) {
    throw new NodeFault('passing', 'it answered with a web page')
  }
  if (answer?.jsonrpc !== '2.0' || !(error || 'result' in answer)) {
    throw new NodeFault('passing', 'it did not answer in JSON-RPC')
  }
  if (error || answer.id !== requestId) throw new NodeFault('passing', 'it answered a different request')
  return { result: answer.result }
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value = parseJsonWithBigInts(body)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

function errorOf({ error }: Record<string, unknown>): JsonRpcError | null {
  if (error === undefined || error === null) return null
  if (typeof error !== 'object') return { code: null, message: String(error) }
  const { code, message } = error as Record<string, unknown>
  return {
    code: typeof code === 'bigint' ? Number(code) : null,
    message: typeof message === 'string' ? message : '',
  }
}

/** True when an error answers the request. It may lack an id: gateways refuse what they have not read (JSON-RPC 2.0, 5). */
function isAnswerTo(answer: Record<string, unknown> | null, requestId: unknown): boolean {
  const id = answer?.id ?? null
  return id === null || id === requestId
}

function kindOf(status: number, error: JsonRpcError | null): FaultKind {
  if (status === 429) return 'limited'
  if (error && (LIMIT_CODES.has(error.code) || LIMIT_WORDS.test(error.message))) return 'limited'
  return status >= 500 || (error && PASSING_CODES.has(error.code)) ? 'passing' : 'lasting'
}

function wordsOf(status: number, error: JsonRpcError | null, secrets: readonly string[]): string {
  const quote = error && quoteNode(error.message, secrets)
  const says = quote ? `it says "${quote}"` : null
  if (status < 200 || status > 299)
    return says ? `it answered HTTP ${status}: ${says}` : `it answered HTTP ${status}`
  return says ?? (error?.code ? `it answered with error ${error.code}` : 'it answered with an error')
}

function isWebPage(headers: Headers, body: string): boolean {
  return headers.get('content-type')?.includes('html') || body.trimStart().startsWith('<')
}

/** A longer Retry-After is cut to this: payments are waiting. */
export const LONGEST_RETRY_AFTER_MS = 30_000

/** Reads the Retry-After header (RFC 9110: seconds or a date), in milliseconds up to the longest; 0 where there is none. */
export function readRetryAfterMs(headers: Headers): number {
  const value = headers.get('retry-after')
  if (value === null) return 0
  const seconds = Number(value)
  const waitMs = Number.isNaN(seconds) ? Date.parse(value) - saidAtMs(headers) : seconds * 1000
  return waitMs > 0 ? Math.min(waitMs, LONGEST_RETRY_AFTER_MS) : 0
}

/** Reads the node's own clock, where it sends it: the difference of its two times does not depend on the clock here. */
function saidAtMs(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? Date.now() : date
}

declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
    /** Makes a value that `JSON.stringify` writes as exactly this text. */
    rawJSON(text: string): unknown
  }
}

const INTEGER = /^-?\d+$/

/** Parses JSON with every integer as an exact bigint, as kit expects answers. Throws SyntaxError. */
export function parseJsonWithBigInts(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined && INTEGER.test(source) ? BigInt(source) : value,
  )
}

/** Writes JSON with bigints as exact integers. */
export function stringifyJsonWithBigInts(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner,
  )
}
