import { MAX_NODES } from '#api-schema/bulk-sender.ts'

/** Further nodes besides the first. */
export const MAX_FURTHER_NODES = MAX_NODES - 1

/** The URLs that were typed, one a line. */
export function urlsIn(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** The nodes as the server takes them: one URL alone where there are no more. */
export function nodesOf(rpcUrl: string, furtherNodes: string): { rpcUrl: string; rpcUrls?: string[] } {
  const further = urlsIn(furtherNodes)
  const first = rpcUrl.trim()
  return further.length === 0 ? { rpcUrl: first } : { rpcUrl: first, rpcUrls: [first, ...further] }
}
