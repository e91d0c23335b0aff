import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AddressAnalysisResponse, ClaimsResponse, StatsResponse } from '#contract/admin.ts'
import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#contract/bulk-sender.ts'
import type { HoldsResponse } from '#contract/holds.ts'
import type { ClaimStatus } from '#domain/claim-status.ts'
import { adminRequest } from './admin-request.ts'

export const portalKey = ['/api/portal']
const statsKey = ['/api/admin/stats']
const claimsKey = ['/api/admin/claims']
const analysisKey = ['/api/admin/address-analysis']
const holdsKey = ['/api/bulk-sender/holds']
const statusKey = ['/api/bulk-sender/status']
const estimateKey = ['/api/bulk-sender/estimate']

const CLAIMS_PER_PAGE = 50
const STATUS_POLL_MS = 5000

/** The six numbers, read anew each time they come into view: payouts change them meanwhile. */
export function useStats() {
  return useQuery<StatsResponse>({ queryKey: statsKey, refetchOnMount: 'always' })
}

/** Which claims are wanted: empty is all. */
export interface ClaimsFilter {
  status: ClaimStatus | ''
  /** An id, the start of an address, or a transaction. */
  q: string
}

/** The claims, newest first, a page at a time. Those before stay in view until a changed filter is answered. */
export function useClaims({ status, q }: ClaimsFilter) {
  return useInfiniteQuery({
    queryKey: [...claimsKey, status, q],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: `${CLAIMS_PER_PAGE}` })
      for (const [name, value] of Object.entries({ status, q, cursor: pageParam })) {
        if (value) query.set(name, value)
      }
      return adminRequest<ClaimsResponse>(`/api/admin/claims?${query}`)
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** How many addresses were allocated something, claimed, and did not. */
export function useAddressAnalysis() {
  return useQuery<AddressAnalysisResponse>({ queryKey: analysisKey, refetchOnMount: 'always' })
}

/** How the bulk sender stands; asked again every five seconds while something that shows it live is in view. */
export function useBulkSenderStatus({ live = false } = {}) {
  return useQuery<BulkSenderStatusResponse>({
    queryKey: statusKey,
    ...(live && { refetchInterval: STATUS_POLL_MS, refetchOnMount: 'always' as const }),
  })
}

/** Transactions of either sender that can not be decided. */
export function useHolds() {
  return useQuery<HoldsResponse>({
    queryKey: holdsKey,
    refetchInterval: STATUS_POLL_MS,
    refetchOnMount: 'always',
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
  return Promise.all(
    [statsKey, claimsKey, analysisKey, portalKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

/** Reads again what a change of the bulk sender shows in. */
export function refreshBulkSender(queryClient: QueryClient) {
  return Promise.all(
    [statusKey, estimateKey, holdsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}
