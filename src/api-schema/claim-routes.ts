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
