import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ClaimSort } from '#domain/claim-sort.ts'
import type { ClaimStatus } from '#domain/claim-status.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'
import { adminQuery, adminSend } from './admin-send.ts'

const { admin, bulkSender } = endpoints

const CLAIMS_PER_PAGE = 50
const STATUS_POLL_MS = 5000

/** The six numbers, read anew each time they come into view: payouts change them meanwhile. */
export function useStats() {
  return useQuery({ ...adminQuery(admin.stats), refetchOnMount: 'always' })
}

/** How many claims were submitted and sent, and when. */
export function useClaimsOverTime() {
  return useQuery({ ...adminQuery(admin.claimsOverTime), refetchOnMount: 'always' })
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

/** One page of the claims, and the place of its first claim in the whole list, from 1; the page before stays in view until it is there. */
export function useClaims({ status, q, sort }: ClaimsFilter, { cursor, passed }: ClaimsPlace) {
  const query = {
    sort,
    limit: CLAIMS_PER_PAGE,
    status: status || undefined,
    q: q || undefined,
    cursor: cursor || undefined,
  }
  return useQuery({
    queryKey: queryKeyOf(admin.claims, { query }),
    queryFn: async () => ({
      ...(await adminSend(admin.claims, { query })),
      first: passed * CLAIMS_PER_PAGE + 1,
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Everything about one claim. */
export function useClaim(id: string) {
  return useQuery({ ...adminQuery(admin.claim, { params: { id } }), refetchOnMount: 'always' })
}

/** How many addresses were allocated something, claimed, and did not. */
export function useAddressAnalysis() {
  return useQuery({ ...adminQuery(admin.addressAnalysis), refetchOnMount: 'always' })
}

/** How the bulk sender stands; asked again every five seconds while something that shows it live is in view. */
export function useBulkSenderStatus({ live = false } = {}) {
  return useQuery({
    ...adminQuery(bulkSender.status),
    ...(live && { refetchInterval: STATUS_POLL_MS, refetchOnMount: 'always' as const }),
  })
}

/** Transactions of either sender that can not be decided. */
export function useHolds() {
  return useQuery({
    ...adminQuery(bulkSender.holds),
    refetchInterval: STATUS_POLL_MS,
    refetchOnMount: 'always',
  })
}

/** The runs of both senders, newest first, a page at a time. */
export function useRuns() {
  return useInfiniteQuery({
    queryKey: queryKeyOf(bulkSender.runs),
    queryFn: ({ pageParam }) => adminSend(bulkSender.runs, { query: { cursor: pageParam || undefined } }),
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
  return useQuery({
    queryKey: [...queryKeyOf(bulkSender.estimate), queuedClaimsCount],
    queryFn: () => adminSend(bulkSender.estimate),
    enabled: configured && !running && queuedClaimsCount > 0,
    refetchOnMount: 'always',
  })
}

/** Reads again what a change of claims or allocations shows in. */
export function refreshClaims(queryClient: QueryClient) {
  const { stats, claims, claimsOverTime, addressAnalysis } = admin
  return refresh(queryClient, [stats, claims, claimsOverTime, addressAnalysis, endpoints.public.portal])
}

/** Reads again what a change of the bulk sender shows in. */
export function refreshBulkSender(queryClient: QueryClient) {
  const { status, estimate, holds, runs } = bulkSender
  return refresh(queryClient, [status, estimate, holds, runs])
}

/** Reads again whatever was asked of these endpoints. */
export function refresh(queryClient: QueryClient, routes: readonly Route[]) {
  return Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: queryKeyOf(route) })))
}
