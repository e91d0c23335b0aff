import type { RpcTransport } from '@solana/kit'
import pRetry from 'p-retry'
import { askNode, type RpcPayload } from './ask-node.ts'
import { readEndpoint } from './node-endpoint.ts'
import { NodeFault } from './node-fault.ts'
import { RequestPace } from './request-pace.ts'
import { RetryBudget } from './retry-budget.ts'

export interface RpcTransportOptions {
  url: string
  /** How long one request may take. */
  timeoutMs: number
  /** How often a read is tried again after 5xx, a timeout, a dropped connection and the like. With 0 it is tried once. */
  retries: number
  /** The first wait before trying again; it doubles from then on. */
  firstRetryMs: number
}

const LONGEST_RETRY_MS = 2_000

/**
 * An HTTP transport for kit with a deadline on every request, a pace that adapts to the node, and patience on reads.
 * Kit's own takes any answer for the one that it waits for, and one answer for several equal requests of a moment: here
 * each answer is matched to its request, and a second look is a second request. `sendTransaction` is never repeated here:
 * when and what is sent again is decided above, from the journal. Throws NodeFault.
 */
export function createPatientTransport(options: RpcTransportOptions): RpcTransport {
  const { url, timeoutMs, retries, firstRetryMs } = options
  const endpoint = readEndpoint(url)
  const pace = new RequestPace()

  async function ask(turnAtMs: number, payload: RpcPayload, signal: AbortSignal | undefined) {
    try {
      const answer = await askNode(endpoint, payload, timeoutMs, signal)
      pace.ease(turnAtMs)
      return answer
    } catch (error) {
      if (error instanceof NodeFault) {
        if (error.kind === 'limited') pace.slowDown(turnAtMs)
        pace.pause(error.retryAfterMs)
      }
      throw error
    }
  }

  return (async ({ payload, signal }: { payload: RpcPayload; signal?: AbortSignal }) => {
    if (payload.method === 'sendTransaction') return ask(await pace.turn(), payload, signal)
    const patience = new RetryBudget(retries)
    let turnAtMs = 0
    const askInTurn = async () => {
      turnAtMs = await pace.turn()
      return ask(turnAtMs, payload, signal)
    }
    return pRetry(askInTurn, {
      // The patience says how often.
      retries: Number.POSITIVE_INFINITY,
      minTimeout: firstRetryMs,
      maxTimeout: LONGEST_RETRY_MS,
      factor: 2,
      randomize: true,
      shouldRetry: ({ error }) => !signal?.aborted && patience.bears(error, turnAtMs),
    })
  }) as RpcTransport
}
