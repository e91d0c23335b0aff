import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DestinationResponse } from '#api-schema/claims.ts'
import { destinationQuery } from './destination-query.ts'

/** Nothing is asked before the address has stayed the same for this long. */
const QUIET_MS = 300

/** What the portal says of an address: null where it does not say. */
export interface Destination {
  isPending: boolean
  report: DestinationResponse | null
}

/** Looks an address up on the cluster once it is no longer being typed. Null: there is none to look up. */
export function useDestination(address: string | null): Destination {
  const [settled, setSettled] = useState<string | null>(null)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(address), QUIET_MS)
    return () => clearTimeout(timer)
  }, [address])

  const isSettled = address !== null && settled === address
  const { isPending, data } = useQuery({ ...destinationQuery(address ?? ''), enabled: isSettled })
  return { isPending: address !== null && isPending, report: data ?? null }
}
