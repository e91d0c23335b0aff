import {
  createDefaultRpcTransport,
  isSolanaError,
  type RpcTransport,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit'
import pRetry from 'p-retry'
import { RequestPace } from '#solana/request-pace.ts'

export interface RpcTransportOptions {
  url: string
  /** How long one request may take. */
  timeoutMs: number
  /** How often a read is tried again after 429, 5xx, a timeout or a dropped connection. */
  retries: number
  /** The first wait before trying again; it doubles from then on. */
  firstRetryMs: number
}

/**
 * Kit's HTTP transport with a deadline on every request, a pace that adapts to the node, and patience on reads.
 * `sendTransaction` is never repeated here: when and what is sent again is decided above, from the journal.
 */
export function createPatientTransport({
  url,
  timeoutMs,
  retries,
  firstRetryMs,
}: RpcTransportOptions): RpcTransport {
  const transport = createDefaultRpcTransport({ url })
  const pace = new RequestPace()
  return (async (request: Parameters<RpcTransport>[0]) => {
    const once = async () => {
      await pace.turn()
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
      try {
        const answer = await transport({ ...request, signal })
        pace.ease()
        return answer
      } catch (error) {
        if (statusOf(error) === 429) pace.slowDown()
        throw error
      }
    }
    if (isSend(request.payload)) return once()
    return pRetry(once, {
      retries,
      minTimeout: firstRetryMs,
      factor: 2,
      randomize: true,
      shouldRetry: ({ error }) => !request.signal?.aborted && isWorthRetrying(error),
      onFailedAttempt: ({ error }) => waitAsTold(error),
    })
  }) as RpcTransport
}

function isSend(payload: unknown): boolean {
  return (payload as { method?: unknown }).method === 'sendTransaction'
}

/** A 4xx other than 429 will not get better; anything else (5xx, a timeout, a dropped connection) may. */
function isWorthRetrying(error: unknown): boolean {
  const status = statusOf(error)
  return status === null || status === 429 || status >= 500
}

function statusOf(error: unknown): number | null {
  return isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR) ? error.context.statusCode : null
}

const LONGEST_RETRY_AFTER_MS = 30_000

async function waitAsTold(error: unknown): Promise<void> {
  if (!isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) return
  const seconds = Number(error.context.headers.get('retry-after'))
  if (!(seconds > 0)) return
  await new Promise((resolve) => setTimeout(resolve, Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS)))
}
