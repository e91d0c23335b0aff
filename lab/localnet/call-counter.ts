import type { RpcCall } from './json-rpc.ts'
import type { OutOfBand } from './rpc-server.ts'

/** The number of calls of each method, answered or not. */
export type CallCounts = Readonly<Record<string, number>>

export interface CallCounter {
  /** Answers as the counted one does. */
  call: RpcCall
  counts(): CallCounts
  /** Answers `GET /calls` with the counts. */
  endpoint: OutOfBand
}

/** Counts the requests that it passes on. */
export function countCalls(call: RpcCall): CallCounter {
  const counts = new Map<string, number>()
  return {
    call(method, params, request) {
      counts.set(method, (counts.get(method) ?? 0) + 1)
      return call(method, params, request)
    },
    counts: () => Object.fromEntries(counts),
    endpoint: ({ path }) =>
      path === '/calls'
        ? {
            status: 200,
            contentType: 'application/json',
            body: JSON.stringify(Object.fromEntries(counts)),
          }
        : null,
  }
}

/** Reads the number of calls of each method so far from the localnet behind the URL. */
export async function readCalls(rpcUrl: string): Promise<CallCounts> {
  const response = await fetch(new URL('/calls', rpcUrl))
  if (!response.ok) throw new Error(`The localnet does not tell its calls: HTTP ${response.status}`)
  return (await response.json()) as CallCounts
}

/** Computes the number of calls of each method between two counts, the most frequent first. */
export function callsBetween(before: CallCounts, after: CallCounts): CallCounts {
  const calls = Object.entries(after).map(
    ([method, count]) => [method, count - (before[method] ?? 0)] as const,
  )
  return Object.fromEntries(calls.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a))
}

export function totalCalls(counts: CallCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
