import { queryOptions } from '@tanstack/react-query'
import { claimPageEndpoints } from '#api-schema/claim-page-endpoints.ts'
import { askPortal } from '#web/claim/ask-portal.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'

const AGAIN_MS = 30_000

/** Asks whether an account is a contract, and for the owners of a Safe. Asked again while no node says. */
export function accountQuery(eth: string) {
  const input = { params: { eth } }
  return queryOptions({
    queryKey: queryKeyOf(claimPageEndpoints.account, input),
    queryFn: () => askPortal(claimPageEndpoints.account, input),
    refetchInterval: ({ state: { data } }) => (data?.kind === 'unknown' ? AGAIN_MS : false),
  })
}
