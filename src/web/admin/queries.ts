import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { StartBody } from '#api-schema/runs.ts'
import type { ClaimPaymentFilter, ClaimSort, ClaimStatus } from '#domain/claim.ts'
import { queryKeyOf } from '#web/lib/query-client.ts'
import { adminQuery, adminSend, freshQuery, polledQuery } from './admin-send.ts'

const { admin, bulkSender } = endpoints

const CLAIMS_PER_PAGE = 25
export const STATUS_POLL_MS = 5000

/** Reads the six numbers, again each time they come into view: payouts change them meanwhile. */
export function useStats() {
  return useQuery(freshQuery(admin.stats))
}

/** Selects claims and their order; an empty status selects all. */
export interface ClaimsFilter {
  status: ClaimStatus | ''
  /** An empty one selects any. */
  payment: ClaimPaymentFilter | ''
  /** Whole tokens; empty where there is no bound. */
  amountFrom: string
  amountTo: string
  /** Local times as an input has them: "2026-01-31T23:59". */
  from: string
  to: string
  /** An id, the start or the end of an address, or a transaction. */
  q: string
  sort: ClaimSort
}

/** A page of claims: its cursor, and the number of pages before it. */
interface ClaimsPlace {
  cursor: string
  passed: number
}

/** Reads one page of the claims, with the position of its first claim from 1. The page before stays in view until it is there. */
export function useClaims(filter: ClaimsFilter, { cursor, passed }: ClaimsPlace) {
  const query = {
    sort: filter.sort,
    limit: CLAIMS_PER_PAGE,
    status: filter.status || undefined,
    payment: filter.payment || undefined,
    amountFrom: filter.amountFrom || undefined,
    amountTo: filter.amountTo || undefined,
    from: secondsOf(filter.from),
    to: secondsOf(filter.to),
    q: filter.q || undefined,
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

function secondsOf(localTime: string): number | undefined {
  const time = Date.parse(localTime)
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}

/** Reads the versions of the holder list. */
export function useLists() {
  return useQuery(freshQuery(endpoints.lists.lists))
}

/** Reads how many addresses have an allocation, have claimed, and have not. */
export function useAddressAnalysis() {
  return useQuery(freshQuery(admin.addressAnalysis))
}

/** Reads the bulk sender's status; with `poll` again every five seconds. */
export function useBulkSenderStatus({ poll = false } = {}) {
  return useQuery(poll ? polledQuery(bulkSender.status, STATUS_POLL_MS) : adminQuery(bulkSender.status))
}

/**
 * Estimates the cost of paying the queued claims. The count is part of the key, so that a new claim makes a new estimate; one for as many
 * as there were once is no longer true. It is not asked for while a run pays, since it would change with every payment.
 */
export function useEstimate({ configured, running, queuedClaimsCount }: BulkSenderStatusResponse) {
  return useQuery({
    queryKey: [...queryKeyOf(bulkSender.estimate), queuedClaimsCount],
    queryFn: () => adminSend(bulkSender.estimate),
    enabled: configured && !running && queuedClaimsCount > 0,
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

/**
 * Estimates what a start takes of the queued claims: those that are selected, what a limit takes, or all. Asked once for a question: what
 * changes below who reads it, a start tells.
 */
export function usePartEstimate(
  { claimIds, limit, canary }: Pick<StartBody, 'claimIds' | 'limit' | 'canary'>,
  enabled: boolean,
) {
  const query = { ...limit, canary }
  return useQuery({
    queryKey: [...queryKeyOf(bulkSender.estimateSelected), query, claimIds],
    queryFn: () =>
      claimIds
        ? adminSend(bulkSender.estimateSelected, { body: { claimIds, canary } })
        : adminSend(bulkSender.estimate, { query }),
    enabled,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    gcTime: 0,
    retry: false,
  })
}

/** Reads the token that a sender pays, as the chain shows it. */
export function useToken(sender: 'bulkSender' | 'standaloneSender') {
  return useQuery(adminQuery(endpoints[sender].token))
}

/** Reads again the queries that a change of claims or allocations affects. */
export function refreshClaims(queryClient: QueryClient) {
  const { stats, claims, claim, addressAnalysis } = admin
  return refresh(queryClient, [stats, claims, claim, addressAnalysis, endpoints.public.portal])
}

/** Reads again the queries that another holder list affects. */
export function refreshLists(queryClient: QueryClient) {
  return Promise.all([refreshClaims(queryClient), refresh(queryClient, [endpoints.lists.lists])])
}

/** Reads again the queries that a change of the bulk sender affects. */
export function refreshBulkSender(queryClient: QueryClient) {
  const { status, estimate, holds, runs } = bulkSender
  const { runPayments, ledger } = endpoints.ledger
  return refresh(queryClient, [status, estimate, holds, runs, runPayments, ledger])
}

/** Reads again all queries of these endpoints. */
export function refresh(queryClient: QueryClient, routes: readonly Route[]) {
  return Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: queryKeyOf(route) })))
}

const { standaloneSender } = endpoints

export const RUNNING_POLL_MS = 2000

export function useStandaloneStatus() {
  return useQuery(polledQuery(standaloneSender.status, RUNNING_POLL_MS))
}

/**
 * Reads the estimate of the rest of a distribution if `read` is set, where that is asked for without the rows that were paid before;
 * otherwise it returns the cached one.
 */
export function useDistributionEstimate(
  distributionId: string,
  { read = false, leaveOutRepeats = false } = {},
) {
  const query = leaveOutRepeats ? { leaveOutRepeats: 'true' as const } : undefined
  return useQuery({
    ...freshQuery(standaloneSender.estimate, { params: { distributionId }, ...(query && { query }) }),
    enabled: read,
  })
}

/** Reads again everything that a change of the standalone sender affects. */
export function refreshStandalone(queryClient: QueryClient) {
  const { status, stats, distributions, progress, repeatedRows, estimate } = standaloneSender
  return refresh(queryClient, [status, stats, distributions, progress, repeatedRows, estimate])
}

/** Debounces a value: returns it once it has not changed for `restMs`, so that typing does not ask letter by letter. */
export function useSettledValue<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return settled
}
