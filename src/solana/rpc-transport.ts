import type { RpcTransport } from '@solana/kit'
import pRetry from 'p-retry'
import { type NodeEndpoint, readEndpoint } from './node-endpoint.ts'
import { describeConnectionFault, NodeFault } from './node-fault.ts'
import {
  type HttpAnswer,
  LONGEST_RETRY_AFTER_MS,
  readAnswer,
  stringifyJsonWithBigInts,
} from './read-answer.ts'
import { type Priority, RequestPace, type Turn } from './request-pace.ts'

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
  const pace = new RequestPace()

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
export interface RpcPayload {
  id: string
  method: string
}

/**
 * Sends one JSON-RPC request, once, and reads the answer that belongs to it. Throws NodeFault, or the signal's abort
 * reason.
 */
export async function askNode(
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
