import type { AppContext } from '#app/app-context.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import type { NewClaim } from '#store/database/schema.ts'

/** Adds claims as accepted ones: sealed, as a contract wallet's, since no key signed them. */
export async function addClaims(
  { store, seals }: Pick<AppContext, 'store' | 'seals'>,
  claims: readonly NewClaim[],
): Promise<void> {
  await store.claims.insertMany(
    claims.map((claim) => {
      const accepted = { ...claim, signedBy: 'contract' as const, siweTerms: claim.siweTerms ?? null }
      return { ...accepted, seal: seals.make(sealedClaim(accepted)) }
    }),
  )
}
