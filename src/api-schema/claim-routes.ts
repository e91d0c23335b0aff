/**
 * Where the endpoints of the claim page are: apart from their schemas, so that the page has the one without the other
 * (see docs/decisions/019-one-endpoint-table.md).
 */
export const claimRoutes = {
  portal: { method: 'GET', path: '/api/portal' },
  allocation: { method: 'GET', path: '/api/allocations' },
  submitClaim: { method: 'POST', path: '/api/submitClaim' },
  claim: { method: 'GET', path: '/api/claims/:eth' },
} as const
