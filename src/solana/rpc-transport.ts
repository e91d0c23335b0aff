import { unescape as percentDecode } from 'node:querystring'
import {
  type RpcTransport,
  SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_STATUS_NOT_AVAILABLE_YET,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
} from '@solana/kit'
import pRetry from 'p-retry'
import { describeConnectionFault, type FaultKind, NodeFault, quoteNode } from './node-fault.ts'
import { type Priority, RequestScheduler, type Turn } from './request-scheduler.ts'

/** An RPC node's URL, split for requests and for messages. */
interface NodeEndpoint {
  /** The URL without credentials: fetch refuses those. */
  href: string
  /** The Authorization header made of the URL's credentials, or null. */
  authorization: string | null
  /** The part of the URL that may be shown. Providers put keys into path, query and credentials. */
  name: string
  /** The parts of the URL that may be keys. A node may repeat them in its messages. */
  secrets: readonly string[]
}

/** Shorter parts of a URL ("v2", "rpc") are no keys, and would be cut out of messages in which they happen to occur. */
const SHORTEST_KEY = 8

/** Reads a node's URL. A text that is no URL fails when the node is asked, not here. */
export function readEndpoint(url: string): NodeEndpoint {
  const parsed = URL.parse(url)
  if (parsed === null) return { href: url, authorization: null, name: 'an invalid URL', secrets: [url] }
  const username = percentDecode(parsed.username)
  const password = percentDecode(parsed.password)
  const parts = [username, password, ...parsed.pathname.split('/'), ...parsed.searchParams.values()]
  parsed.username = ''
  parsed.password = ''
  return {
    href: parsed.href,
    authorization: username || password ? basicAuthorization(username, password) : null,
    name: parsed.host,
    secrets: parts.filter((part) => part.length >= SHORTEST_KEY),
  }
}

function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

interface HttpAnswer {
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
const LONGEST_RETRY_AFTER_MS = 30_000

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

export interface RpcTransportOptions {
  url: string
  /** The timeout of one request. */
  timeoutMs: number
  /** Retries of a read after 5xx, a timeout, a dropped connection and the like. With 0 it is tried once. */
  retries: number
  /** The first wait before trying again; it doubles from then on. */
  firstRetryMs: number
  /** Told of every request, the repeated ones too: whether the node has answered it. Never throws. */
  onAsked?: (method: string, isAnswered: boolean) => void
}

const LONGEST_RETRY_MS = 2_000

/**
 * The order in which requests wait where a node limits them. What prepares payments, estimates them, or reads a wallet's history, waits
 * for what sends them. Both
 * come in numbers; a run waits for each of the others alone, and sends nothing new meanwhile.
 */
const PRIORITIES: ReadonlyMap<string, Priority> = new Map([
  ['sendTransaction', 'normal'],
  ['getMultipleAccounts', 'low'],
  ['getTransaction', 'low'],
  ['simulateTransaction', 'low'],
])

/**
 * Creates an HTTP transport for kit with a deadline on every request, a pace that adapts to the node, and retries of reads.
 * Kit's own takes any answer for the awaited one, and one answer for several equal requests of a moment: here each answer
 * is matched to its request, and asking twice makes two requests. `sendTransaction` is never repeated here: the engine
 * decides from the journal when what is sent again. Throws NodeFault.
 */
export function createRetryingTransport(options: RpcTransportOptions): RpcTransport {
  const { url, timeoutMs, retries, firstRetryMs, onAsked = () => {} } = options
  const endpoint = readEndpoint(url)
  const pace = new RequestScheduler()

  async function ask(turn: Turn, payload: RpcPayload, signal: AbortSignal | undefined) {
    try {
      const answer = await askNode(endpoint, payload, timeoutMs, signal)
      pace.answered(turn)
      onAsked(payload.method, true)
      return answer
    } catch (error) {
      if (error instanceof NodeFault) {
        if (error.kind === 'limited') pace.refused(turn, error.retryAfterMs)
        else pace.pause(error.retryAfterMs)
        onAsked(payload.method, false)
      }
      throw error
    }
  }

  return (async ({ payload, signal }: { payload: RpcPayload; signal?: AbortSignal }) => {
    const priority = PRIORITIES.get(payload.method) ?? 'high'
    if (payload.method === 'sendTransaction') return ask(await pace.turn(priority), payload, signal)
    const budget = new RetryBudget(retries)
    let leftAtMs = 0
    const askInTurn = async () => {
      const turn = await pace.turn(priority)
      leftAtMs = turn.atMs
      return ask(turn, payload, signal)
    }
    return pRetry(askInTurn, {
      // RetryBudget limits them.
      retries: Number.POSITIVE_INFINITY,
      minTimeout: firstRetryMs,
      maxTimeout: LONGEST_RETRY_MS,
      factor: 2,
      randomize: true,
      shouldRetry: ({ error }) => !signal?.aborted && budget.allowsRetry(error, leftAtMs),
    })
  }) as RpcTransport
}

/** A read is tried again for so long after its first failed request: a node that hangs is to be reported soon. */
const GIVE_UP_AFTER_MS = 10_000

/** A rate limit passes as the pace adapts, so that it gets more retries. */
const LIMIT_RETRIES = 8

/** Decides whether one read is tried again, at most `retries` times after faults that may pass. With 0 it is tried once. */
export class RetryBudget {
  readonly #retries: number
  #faults = 0
  #troubledSinceMs = 0
  #limits = 0
  #toldToWaitMs = 0

  constructor(retries: number) {
    this.#retries = retries
  }

  /** Counts the fault of a request that left at this time (monotonic). Returns true when the read is to be tried again. */
  allowsRetry(error: unknown, leftAtMs: number): boolean {
    if (!(error instanceof NodeFault) || this.#retries === 0) return false
    switch (error.kind) {
      case 'lasting':
        return false
      case 'limited':
        this.#limits += 1
        this.#toldToWaitMs += error.retryAfterMs
        return this.#limits <= LIMIT_RETRIES && this.#toldToWaitMs <= LONGEST_RETRY_AFTER_MS
      case 'passing':
        if (this.#faults === 0) this.#troubledSinceMs = leftAtMs
        this.#faults += 1
        return this.#faults <= this.#retries && performance.now() - this.#troubledSinceMs < GIVE_UP_AFTER_MS
    }
  }
}

/** A JSON-RPC 2.0 request as kit makes it. */
interface RpcPayload {
  id: string
  method: string
}

/**
 * Sends one JSON-RPC request, once, and reads the answer that belongs to it. Throws NodeFault, or the signal's abort
 * reason.
 */
async function askNode(
  endpoint: NodeEndpoint,
  payload: RpcPayload,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<{ result: unknown }> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const answer = await post(endpoint, payload, signal ? AbortSignal.any([signal, deadline]) : deadline).catch(
    (error: unknown) => {
      signal?.throwIfAborted()
      const words = deadline.aborted
        ? `it did not answer within ${timeoutMs / 1000} s`
        : describeConnectionFault(error)
      throw new NodeFault('passing', words, { cause: error })
    },
  )
  // Elsewhere is not where the operator wants signed transactions sent, and its answer is not the node's.
  if (answer.status >= 300 && answer.status < 400)
    throw new NodeFault('lasting', 'it redirects to another address: enter that one, if it is yours')
  return readAnswer(answer, payload.id, endpoint.secrets)
}

async function post(
  { href, authorization }: NodeEndpoint,
  payload: RpcPayload,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const response = await fetch(href, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json; charset=utf-8',
      ...(authorization === null ? {} : { authorization }),
    },
    body: stringifyJsonWithBigInts(payload),
    signal,
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
