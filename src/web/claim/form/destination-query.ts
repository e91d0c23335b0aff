import { queryOptions } from '@tanstack/react-query'
import { claimPageEndpoints } from '#api-schema/claim-page-endpoints.ts'
import { readReply, request } from '#web/lib/api-client.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'

/** More than the server takes; who waits for longer may sign all the same, and the server looks again. */
const LIMIT_MS = 6_000
const FRESH_MS = 10_000
const AGAIN_MS = 5_000

const { destination } = claimPageEndpoints

/**
 * Asks what an address is. Given up when another is asked for, or after a while. Asked again where the address is refused
 * only because no node says what it is.
 */
export function destinationQuery(sol: string) {
  const input = { params: { sol } }
  return queryOptions({
    queryKey: queryKeyOf(destination, input),
    queryFn: async ({ signal }) => {
      const controller = new AbortController()
      const giveUp = () => controller.abort()
      signal.addEventListener('abort', giveUp)
      const timer = setTimeout(giveUp, LIMIT_MS)
      try {
        return await readReply(destination, await request(destination, input, {}, controller.signal))
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
    },
    staleTime: FRESH_MS,
    networkMode: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.kind === 'unknown' && data.problem !== null ? AGAIN_MS : false,
  })
}
