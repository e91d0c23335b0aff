import { claimRoutes } from './claim-routes.ts'
import type { Route } from './endpoint.ts'
import type { publicEndpoints } from './endpoints/public.ts'

/** An endpoint without validation: its schemas are there as types alone. */
type Plain<E extends Route> = Pick<E, 'method' | 'path'> &
  Partial<Pick<E, keyof E & ('query' | 'body' | 'reply')>>

/** The endpoints of the claim page, which does without zod. */
export const claimPageEndpoints: {
  readonly [Name in keyof typeof claimRoutes]: Plain<(typeof publicEndpoints)[Name]>
} = claimRoutes
