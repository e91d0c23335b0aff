import { queryOptions } from '@tanstack/react-query'
import type { AllocationResponse, ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { ApiError, apiRequest } from '#web/lib/api-client.ts'

const FOLLOW_QUEUED_MS = 5_000
const FOLLOW_SENDING_MS = 2_000

export const portalQuery = queryOptions<PortalResponse>({ queryKey: ['/api/portal'] })

/** What the snapshot gives an address, never from any cache. */
export function allocationQuery(eth: string) {
  return queryOptions({
    queryKey: ['/api/allocations', eth],
    queryFn: () =>
      apiRequest<AllocationResponse>(`/api/allocations?${new URLSearchParams({ eth, t: `${Date.now()}` })}`),
  })
}

/** The claim already made for an address; null when there is none. */
export function claimQuery(eth: string) {
  return queryOptions({
    queryKey: ['/api/claims', eth],
    queryFn: async () => {
      try {
        return await apiRequest<ClaimResponse>(`/api/claims/${encodeURIComponent(eth)}`)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}

/** Asks for the claim again and again until it is settled. Used once in a page: whoever else reads it sees what came. */
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
