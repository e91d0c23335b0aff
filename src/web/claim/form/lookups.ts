import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { claimPageEndpoints } from '#api-schema/claim-routes.ts'
import { askPortal } from '#web/claim/queries.ts'
import { readReply, request } from '#web/lib/api-client.ts'
import { queryKeyOf } from '#web/lib/query-client.ts'

/** More than the server takes; who waits for longer may sign all the same, and the server looks again. */
const LIMIT_MS = 6_000
const FRESH_MS = 10_000
const AGAIN_MS = 5_000

const { destination } = claimPageEndpoints

/**
 * Asks what an address is. Given up when another is asked for, or after a while. Asked again where the address is refused
 * only because no node says what it is.
 */
export function destinationQuery(sol: string) {
  const input = { params: { sol } }
  return queryOptions({
    queryKey: queryKeyOf(destination, input),
    queryFn: async ({ signal }) => {
      const controller = new AbortController()
      const until = AbortSignal.any([signal, controller.signal])
      const timer = setTimeout(() => controller.abort(), LIMIT_MS)
      try {
        return await readReply(destination, await request(destination, input, {}, until))
      } finally {
        clearTimeout(timer)
      }
    },
    staleTime: FRESH_MS,
    networkMode: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.kind === 'unknown' && data.problem !== null ? AGAIN_MS : false,
  })
}

const ACCOUNT_AGAIN_MS = 30_000

/** Asks whether an account is a contract, and for the owners of a Safe. Asked again while no node says. */
export function accountQuery(eth: string) {
  const input = { params: { eth } }
  return queryOptions({
    queryKey: queryKeyOf(claimPageEndpoints.account, input),
    queryFn: () => askPortal(claimPageEndpoints.account, input),
    refetchInterval: ({ state: { data } }) => (data?.kind === 'unknown' ? ACCOUNT_AGAIN_MS : false),
  })
}

/** Nothing is asked before the address has stayed the same for this long. */
const QUIET_MS = 300

/**
 * Looks an address up on the cluster once it is no longer being typed. Null: there is none to look up. The report is null where the
 * portal does not say.
 */
export function useDestination(address: string | null) {
  const [settled, setSettled] = useState<string | null>(null)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(address), QUIET_MS)
    return () => clearTimeout(timer)
  }, [address])

  const isSettled = address !== null && settled === address
  const { isPending, data } = useQuery({ ...destinationQuery(address ?? ''), enabled: isSettled })
  return { isPending: address !== null && isPending, report: data ?? null }
}
