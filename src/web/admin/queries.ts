import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type {
  AddressAnalysisResponse,
  ClaimsOverTimeResponse,
  ClaimsResponse,
  StatsResponse,
} from '#api-schema/admin.ts'
import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { AdminClaimDetail } from '#api-schema/claim-detail.ts'
import type { HoldsResponse } from '#api-schema/holds.ts'
import type { RunsResponse } from '#api-schema/runs.ts'
import type { ClaimSort } from '#domain/claim-sort.ts'
import type { ClaimStatus } from '#domain/claim-status.ts'
import { adminRequest } from './admin-request.ts'

export const portalKey = ['/api/portal']
const statsKey = ['/api/admin/stats']
const claimsKey = ['/api/admin/claims']
const overTimeKey = ['/api/admin/claims-over-time']
const analysisKey = ['/api/admin/address-analysis']
const holdsKey = ['/api/bulk-sender/holds']
const runsKey = ['/api/bulk-sender/runs']
const statusKey = ['/api/bulk-sender/status']
const estimateKey = ['/api/bulk-sender/estimate']

const CLAIMS_PER_PAGE = 50
const STATUS_POLL_MS = 5000

/** The six numbers, read anew each time they come into view: payouts change them meanwhile. */
export function useStats() {
  return useQuery<StatsResponse>({ queryKey: statsKey, refetchOnMount: 'always' })
}

/** How many claims were submitted and sent, and when. */
export function useClaimsOverTime() {
  return useQuery<ClaimsOverTimeResponse>({ queryKey: overTimeKey, refetchOnMount: 'always' })
}

/** Which claims are wanted, and in which order: an empty status is all. */
export interface ClaimsFilter {
  status: ClaimStatus | ''
  /** An id, the start of an address, or a transaction. */
  q: string
  sort: ClaimSort
}

/** Which page: the cursor that leads to it, and how many pages come before it. */
export interface ClaimsPlace {
  cursor: string
  passed: number
}

export interface ClaimsPage extends ClaimsResponse {
  /** The place of its first claim in the whole list, from 1. */
  first: number
}

/** One page of the claims; the one before stays in view until it is there. */
export function useClaims({ status, q, sort }: ClaimsFilter, { cursor, passed }: ClaimsPlace) {
  return useQuery<ClaimsPage>({
    queryKey: [...claimsKey, status, q, sort, cursor],
    queryFn: async () => {
      const query = new URLSearchParams({ sort, limit: `${CLAIMS_PER_PAGE}` })
      for (const [name, value] of Object.entries({ status, q, cursor })) {
        if (value) query.set(name, value)
      }
      const page = await adminRequest<ClaimsResponse>(`${claimsKey}?${query}`)
      return { ...page, first: passed * CLAIMS_PER_PAGE + 1 }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Everything about one claim. */
export function useClaim(id: string) {
  return useQuery<AdminClaimDetail>({
    queryKey: [...claimsKey, encodeURIComponent(id)],
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

/** The runs of both senders, newest first, a page at a time. */
export function useRuns() {
  return useInfiniteQuery({
    queryKey: runsKey,
    queryFn: ({ pageParam }) =>
      adminRequest<RunsResponse>(`${runsKey}${pageParam && `?cursor=${encodeURIComponent(pageParam)}`}`),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: 'always',
  })
}

/**
 * What paying the queued claims will cost. The count is part of the key, so that a new claim makes a new estimate. While
 * a run pays, it would be another at every look, so it is left.
 */
export function useEstimate({ configured, running, queuedClaimsCount }: BulkSenderStatusResponse) {
  return useQuery<BulkSenderEstimateResponse>({
    queryKey: [...estimateKey, queuedClaimsCount],
    queryFn: () => adminRequest(estimateKey.join('/')),
    enabled: configured && !running && queuedClaimsCount > 0,
    refetchOnMount: 'always',
  })
}

/** Reads again what a change of claims or allocations shows in. */
export function refreshClaims(queryClient: QueryClient) {
  return refresh(queryClient, [statsKey, claimsKey, overTimeKey, analysisKey, portalKey])
}

/** Reads again what a change of the bulk sender shows in. */
export function refreshBulkSender(queryClient: QueryClient) {
  return refresh(queryClient, [statusKey, estimateKey, holdsKey, runsKey])
}

function refresh(queryClient: QueryClient, keys: string[][]) {
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
