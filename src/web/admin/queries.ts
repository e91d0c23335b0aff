import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ClaimStatus } from '#domain/claim.ts'
import type { ClaimPaymentFilter, ClaimSort } from '#domain/claim-filter.ts'
import type { TransferState } from '#domain/payout-states.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'
import { adminQuery, adminSend, pagedQuery, polledQuery } from './admin-send.ts'

const { admin, bulkSender } = endpoints

const CLAIMS_PER_PAGE = 25
const STATUS_POLL_MS = 5000

/** Reads the six numbers, again each time they come into view: payouts change them meanwhile. */
export function useStats() {
  return useQuery({ ...adminQuery(admin.stats), refetchOnMount: 'always' })
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
export interface ClaimsPlace {
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

/** Reads the details of one claim. */
export function useClaim(id: string) {
  return useQuery({ ...adminQuery(admin.claim, { params: { id } }), refetchOnMount: 'always' })
}

/** Reads the versions of the holder list. */
export function useLists() {
  return useQuery({ ...adminQuery(endpoints.lists.lists), refetchOnMount: 'always' })
}

/** Reads how many addresses have an allocation, have claimed, and have not. */
export function useAddressAnalysis() {
  return useQuery({ ...adminQuery(admin.addressAnalysis), refetchOnMount: 'always' })
}

/** Reads the bulk sender's status; with `poll` again every five seconds. */
export function useBulkSenderStatus({ poll = false } = {}) {
  return useQuery(poll ? polledQuery(bulkSender.status, STATUS_POLL_MS) : adminQuery(bulkSender.status))
}

/** Reads the held transactions of both senders. */
export function useHolds() {
  return useQuery(polledQuery(bulkSender.holds, STATUS_POLL_MS))
}

/** Reads the runs of both senders, newest first, a page at a time; while one goes on, as often as its status. */
export function useRuns() {
  return useInfiniteQuery({
    ...pagedQuery(queryKeyOf(bulkSender.runs), (cursor) => adminSend(bulkSender.runs, { query: { cursor } })),
    refetchInterval: ({ state: { data } }) => pollWhileOpen(data?.pages.flatMap(({ runs }) => runs)),
  })
}

/** Returns the interval at which runs are read again: their counts change until they have ended. */
function pollWhileOpen(runs: readonly { finishedAt: number | null }[] | undefined): number | false {
  return runs?.some(({ finishedAt }) => finishedAt === null) ? STATUS_POLL_MS : false
}

/**
 * Estimates the cost of paying the queued claims. The count is part of the key, so that a new claim makes a new estimate.
 * It is not asked for while a run pays, since it would change with every payment.
 */
export function useEstimate({ configured, running, queuedClaimsCount }: BulkSenderStatusResponse) {
  return useQuery({
    queryKey: [...queryKeyOf(bulkSender.estimate), queuedClaimsCount],
    queryFn: () => adminSend(bulkSender.estimate),
    enabled: configured && !running && queuedClaimsCount > 0,
    refetchOnMount: 'always',
  })
}

/** Estimates what a limit takes of the queued claims; all of them without one. */
export function useLimitedEstimate(limit: { count?: number | undefined; amountUA?: string | undefined }) {
  return useQuery({
    ...adminQuery(bulkSender.estimate, { query: limit }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    retry: false,
  })
}

/** Reads the token that a sender pays, as the chain shows it. */
export function useToken(sender: 'bulkSender' | 'standaloneSender') {
  return useQuery(adminQuery(endpoints[sender].token))
}

/** Reads a run with its payments, a page at a time; while it goes on, as often as its status. */
export function useRunPayments(id: string, state: TransferState | undefined) {
  const { runPayments } = endpoints.ledger
  const params = { id }
  return useInfiniteQuery({
    ...pagedQuery(queryKeyOf(runPayments, { params, query: { state } }), (cursor) =>
      adminSend(runPayments, { params, query: { state, cursor } }),
    ),
    refetchInterval: ({ state: { data } }) => pollWhileOpen(data?.pages.map(({ run }) => run)),
  })
}

/** Reads the ledger of a stretch of time, a page at a time. */
export function useLedger(window: { from?: number | undefined; to?: number | undefined }) {
  return useInfiniteQuery({
    ...pagedQuery(queryKeyOf(endpoints.ledger.ledger, { query: window }), (cursor) =>
      adminSend(endpoints.ledger.ledger, { query: { ...window, cursor } }),
    ),
    placeholderData: keepPreviousData,
  })
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
