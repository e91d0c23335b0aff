import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { claimPageEndpoints } from '#api-schema/claim-routes.ts'
import type { AllocationResponse, ClaimResponse } from '#api-schema/claims.ts'
import type { InputArgument, ReplyOf, Route } from '#api-schema/endpoint.ts'
import { ApiError, readReply, request } from '#web/lib/api-client.ts'
import { queryKeyOf } from '#web/lib/query-client.ts'
import { noteServerTime } from '#web/lib/time.ts'

const FOLLOW_QUEUED_MS = 5_000
const FOLLOW_SENDING_MS = 2_000

const { portal, allocation, claim } = claimPageEndpoints

/** Longer than the portal takes; who waits for longer may sign all the same, and the portal looks again. */
const READ_ANEW_WITHIN_MS = 6_000

/**
 * Reads the portal's settings, and sets the page by its clock. Always asked when the page opens: what its HTML told may come from a
 * cache, and says nothing of the clock.
 */
export const portalQuery = queryOptions({
  queryKey: queryKeyOf(portal),
  queryFn: async () => {
    const told = await askPortal(portal)
    noteServerTime(told.serverTime)
    return told
  },
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

/** An allocation as this visit has seen it. */
export interface SeenAllocation extends AllocationResponse {
  /** The amount that was seen before; null where it is the first. */
  changedFrom: string | null
}

/** Reads an address's allocation, never from any cache, and again wherever it is shown: a list may have been published meanwhile. */
export function allocationQuery(eth: string) {
  const queryKey = queryKeyOf(allocation, { query: { eth } })
  return queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<SeenAllocation> => {
      const told = await askPortal(allocation, { query: { eth, t: `${Date.now()}` } })
      const seen = client.getQueryData<SeenAllocation>(queryKey)
      const isSame = seen === undefined || seen.amountUA === told.amountUA
      return { ...told, changedFrom: isSame ? (seen?.changedFrom ?? null) : seen.amountUA }
    },
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  })
}

/** True of an amount that can be claimed. */
export function isAllocated({ amountUA }: Pick<AllocationResponse, 'amountUA'>): boolean {
  return /[1-9]/.test(amountUA)
}

/** Reads again what a signature is about to rest on, and returns it; the last known of what does not answer. */
export async function readAnew(queryClient: QueryClient, eth: string) {
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>()
  const timer = setTimeout(giveUp, READ_ANEW_WITHIN_MS)
  const keys = [portalQuery.queryKey, allocationQuery(eth).queryKey, claimQuery(eth).queryKey]
  const read = Promise.all(keys.map((queryKey) => queryClient.refetchQueries({ queryKey })))
  await Promise.race([read, givenUp])
  clearTimeout(timer)
  return {
    portal: queryClient.getQueryData(portalQuery.queryKey),
    allocation: queryClient.getQueryData(allocationQuery(eth).queryKey),
    claim: queryClient.getQueryData(claimQuery(eth).queryKey),
  }
}

/** Reads the claim already made for an address; null when there is none. */
export async function readClaim(eth: string) {
  try {
    return await askPortal(claim, { params: { eth } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export function claimQuery(eth: string) {
  return queryOptions({ queryKey: queryKeyOf(claim, { params: { eth } }), queryFn: () => readClaim(eth) })
}

/** True while a claim is expected to change by itself; a rejected one until its address can claim again. */
function isAwaited(claim: ClaimResponse | null | undefined): boolean {
  return claim?.status === 'queued' || (claim?.status === 'rejected' && !claim.correctable)
}

/** Polls the claim until it is settled. Used once in a page: other readers of the query see its results. */
export function followedClaimQuery(eth: string) {
  return queryOptions({
    ...claimQuery(eth),
    refetchInterval: ({ state: { data } }) => {
      if (!isAwaited(data)) return false
      return data?.sending ? FOLLOW_SENDING_MS : FOLLOW_QUEUED_MS
    },
    refetchOnWindowFocus: 'always',
  })
}

/** A claim may take the portal some questions to other nodes. */
const LIMITS_MS: Readonly<Record<string, number>> = { GET: 20_000, POST: 45_000, PUT: 45_000 }

/** Asks the portal as `send` does, and gives up after a while: throws AbortError then. */
export async function askPortal<R extends Route>(
  route: R,
  ...[input]: InputArgument<R>
): Promise<ReplyOf<R>> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), LIMITS_MS[route.method])
  try {
    return await readReply(route, await request(route, input, {}, controller.signal))
  } finally {
    clearTimeout(timer)
  }
}
