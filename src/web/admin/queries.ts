import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ClaimsResponse, StatsResponse } from '#contract/admin.ts'
import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#contract/bulk-sender.ts'
import { adminRequest } from './admin-request.ts'

export const portalKey = ['/api/portal']
const statsKey = ['/api/admin/stats']
const claimsKey = ['/api/admin/claims']
const statusKey = ['/api/bulk-sender/status']
const estimateKey = ['/api/bulk-sender/estimate']

const CLAIMS_PER_PAGE = 50
const STATUS_POLL_MS = 5000

/** The six numbers, read anew each time they come into view: payouts change them meanwhile. */
export function useStats() {
  return useQuery<StatsResponse>({ queryKey: statsKey, refetchOnMount: 'always' })
}

/** The claims, newest first, a page at a time. */
export function useClaims() {
  return useInfiniteQuery({
    queryKey: claimsKey,
    queryFn: ({ pageParam }) =>
      adminRequest<ClaimsResponse>(
        `/api/admin/claims?${new URLSearchParams({ limit: `${CLAIMS_PER_PAGE}`, ...(pageParam && { cursor: pageParam }) })}`,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: 'always',
  })
}

/** How the bulk sender stands; asked again every five seconds while something that shows it live is in view. */
export function useBulkSenderStatus({ live = false } = {}) {
  return useQuery<BulkSenderStatusResponse>({
    queryKey: statusKey,
    ...(live && { refetchInterval: STATUS_POLL_MS, refetchOnMount: 'always' as const }),
  })
}

/** What paying the queued claims will cost. The count is part of the key, so that a new claim makes a new estimate. */
export function useEstimate({ configured, queuedClaimsCount }: BulkSenderStatusResponse) {
  return useQuery<BulkSenderEstimateResponse>({
    queryKey: [...estimateKey, queuedClaimsCount],
    queryFn: () => adminRequest(estimateKey.join('/')),
    enabled: configured && queuedClaimsCount > 0,
  })
}

/** Reads again what a change of claims or allocations shows in. */
export function refreshClaims(queryClient: QueryClient) {
  return Promise.all([statsKey, claimsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Reads again what a change of the bulk sender shows in. */
export function refreshBulkSender(queryClient: QueryClient) {
  return Promise.all([statusKey, estimateKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
