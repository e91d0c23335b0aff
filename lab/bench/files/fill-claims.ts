import { randomBytes } from 'node:crypto'
import { sealedClaim } from '#domain/sealed-record.ts'
import { makeClaim } from '#lab/bench/fill-store.ts'
import type { NewClaim } from '#store/schema.ts'
import { startPortal } from '../../../test/harness/start-portal.ts'

const CLAIMS_PER_COMMIT = 1_000

/** Fills a portal's folder with queued claims, each under its seal. */
export async function fillClaims(environment: Record<string, string>, count: number): Promise<void> {
  const ferry = await startPortal({ environment, pages: false })
  const { store, seals } = ferry.app
  for (let start = 0; start < count; start += CLAIMS_PER_COMMIT) {
    const claims = Array.from({ length: Math.min(CLAIMS_PER_COMMIT, count - start) }, (_, index) =>
      queuedClaim(start + index, count),
    )
    await store.claims.insertMany(
      claims.map((claim) => ({
        ...claim,
        seal: seals.make(sealedClaim({ siweTerms: null, signedBy: 'key', ...claim })),
      })),
    )
  }
  await ferry.close()
}

function queuedClaim(n: number, of: number) {
  const claim = makeClaim(n, of)
  return {
    ...claim,
    id: `BENCH-${n}-${randomBytes(4).toString('hex')}`,
    status: 'queued',
    settledAtMs: null,
    solTx: null,
    rejectReason: null,
  } satisfies NewClaim
}
