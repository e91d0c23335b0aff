import type { publicEndpoints } from './claims.ts'
import type { Route } from './endpoint.ts'

/**
 * The routes of the claim page's endpoints, apart from their schemas: the page loads the routes without the schemas (see
 * docs/decisions/019-one-endpoint-table.md).
 */
export const claimRoutes = {
  portal: { method: 'GET', path: '/api/portal' },
  allocation: { method: 'GET', path: '/api/allocations' },
  allocationProof: { method: 'GET', path: '/api/allocations/:eth/proof' },
  submitClaim: { method: 'POST', path: '/api/submitClaim' },
  correctClaim: { method: 'PUT', path: '/api/claims/:eth' },
  claim: { method: 'GET', path: '/api/claims/:eth' },
  account: { method: 'GET', path: '/api/accounts/:eth' },
  destination: { method: 'GET', path: '/api/destinations/:sol' },
} as const

/** An endpoint without validation: its schemas are there as types alone. */
type Plain<E extends Route> = Pick<E, 'method' | 'path'> &
  Partial<Pick<E, keyof E & ('query' | 'body' | 'reply')>>

/** The endpoints of the claim page, which does without zod. */
export const claimPageEndpoints: {
  readonly [Name in keyof typeof claimRoutes]: Plain<(typeof publicEndpoints)[Name]>
} = claimRoutes
