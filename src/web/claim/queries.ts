import { queryOptions } from '@tanstack/react-query'
import { claimPageEndpoints } from '#api-schema/claim-page-endpoints.ts'
import type { ClaimResponse } from '#api-schema/claims.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'
import { isServerTimeDoubtful, noteServerTime } from '#web/lib/server-clock.ts'
import { askPortal } from './ask-portal.ts'

const FOLLOW_QUEUED_MS = 5_000
const FOLLOW_SENDING_MS = 2_000

const { portal, allocation, claim } = claimPageEndpoints

/** Reads the portal's settings, and sets the page by its clock. */
export async function readPortal() {
  const told = await askPortal(portal)
  noteServerTime(told.serverTime)
  return told
}

/** Sets the page by the server's clock again, where the device slept or its clock was set. */
export async function refreshServerTime(): Promise<void> {
  if (isServerTimeDoubtful()) await readPortal().catch(() => null)
}

/** Always asked when the page opens: what its HTML told may come from a cache, and says nothing of the clock. */
export const portalQuery = queryOptions({
  queryKey: queryKeyOf(portal),
  queryFn: readPortal,
  refetchOnMount: 'always',
})

/** Reads an address's allocation, never from any cache. */
export function allocationQuery(eth: string) {
  return queryOptions({
    queryKey: queryKeyOf(allocation, { query: { eth } }),
    queryFn: () => askPortal(allocation, { query: { eth, t: `${Date.now()}` } }),
  })
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
    refetchOnWindowFocus: ({ state: { data } }) => (isAwaited(data) ? 'always' : false),
  })
}
