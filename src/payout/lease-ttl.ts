/** How long a wallet stays leased to a runner that says nothing more (docs/decisions/005). */
export const LEASE_TTL_MS = 5_000
