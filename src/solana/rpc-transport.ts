import type { RpcTransport } from '@solana/kit'
import pRetry from 'p-retry'
import { askNode, type RpcPayload } from './ask-node.ts'
import { readEndpoint } from './node-endpoint.ts'
import { NodeFault } from './node-fault.ts'
import { type Priority, RequestPace } from './request-pace.ts'
import type { Turn } from './request-rate.ts'
import { RetryBudget } from './retry-budget.ts'

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
 * The order in which requests wait where a node limits them. What prepares payments, or estimates them, waits for what sends them. Both
 * come in numbers; a run waits for each of the others alone, and sends nothing new meanwhile.
 */
const PRIORITIES: ReadonlyMap<string, Priority> = new Map([
  ['sendTransaction', 'normal'],
  ['getMultipleAccounts', 'low'],
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
