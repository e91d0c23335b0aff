/** The time for which a wallet stays leased to an owner that does not renew (docs/decisions/005). */
export const LEASE_TTL_MS = 5_000
