import { queryOptions } from '@tanstack/react-query'
import { claimPageEndpoints } from '#api-schema/claim-page-endpoints.ts'
import { ApiError, send } from '#web/lib/api-client.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'

const FOLLOW_QUEUED_MS = 5_000
const FOLLOW_SENDING_MS = 2_000

const { portal, allocation, claim } = claimPageEndpoints

export const portalQuery = queryOptions({ queryKey: queryKeyOf(portal), queryFn: () => send(portal) })

/** Reads an address's allocation, never from any cache. */
export function allocationQuery(eth: string) {
  return queryOptions({
    queryKey: queryKeyOf(allocation, { query: { eth } }),
    queryFn: () => send(allocation, { query: { eth, t: `${Date.now()}` } }),
  })
}

/** Reads the claim already made for an address; null when there is none. */
export function claimQuery(eth: string) {
  return queryOptions({
    queryKey: queryKeyOf(claim, { params: { eth } }),
    queryFn: async () => {
      try {
        return await send(claim, { params: { eth } })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}

/** Polls the claim until it is settled. Used once in a page: other readers of the query see its results. */
export function followedClaimQuery(eth: string) {
  return queryOptions({
    ...claimQuery(eth),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status !== 'queued') return false
      return data.sending ? FOLLOW_SENDING_MS : FOLLOW_QUEUED_MS
    },
    refetchOnWindowFocus: ({ state: { data } }) => (data?.status === 'queued' ? 'always' : false),
  })
}
