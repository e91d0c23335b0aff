import { batchPerTick } from '#domain/batch-per-tick.ts'
import type { ClaimStore } from '#store/claims.ts'
import type { NewClaim } from '#store/schema.ts'

/** Keeps one commit short: later claims wait for it. */
const MAX_CLAIMS_PER_COMMIT = 1000

/** The next is written while the last one is synced to the disk. */
const MOST_COMMITS = 2

export interface ClaimWriter {
  /** Resolves once the claim is durably committed: false when its address has a claim already, and nothing was written. */
  insert(claim: NewClaim): Promise<boolean>
}

/**
 * Writes claims with one commit, and so one sync of the disk, for all that came while the last ones were under way: ten times what one a
 * claim allows.
 */
export function createClaimWriter(claims: Pick<ClaimStore, 'insertMany'>): ClaimWriter {
  const insert = batchPerTick<NewClaim, boolean>(
    async (batch) => {
      const written = await claims.insertMany(batch.toSorted(byAddress))
      return batch.map(({ id }) => written.has(id))
    },
    { maxBatchSize: MAX_CLAIMS_PER_COMMIT, mostUnderWay: MOST_COMMITS },
  )
  return { insert }
}

/** Two commits at once that take the same unique keys in different orders would wait for each other forever. */
function byAddress(a: NewClaim, b: NewClaim): number {
  return a.evmAddress < b.evmAddress ? -1 : 1
}
