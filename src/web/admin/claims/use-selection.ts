import { useState } from 'react'
import type { AdminClaim } from '#api-schema/admin.ts'

export interface ClaimSelection {
  claims: readonly AdminClaim[]
  has(id: string): boolean
  set(claims: readonly AdminClaim[], isSelected: boolean): void
  clear(): void
}

/** Keeps the claims that are selected, over the pages of a list. Another list begins with none. */
export function useSelection(list: string): ClaimSelection {
  const [kept, setKept] = useState<{ list: string; claims: ReadonlyMap<string, AdminClaim> }>({
    list,
    claims: new Map(),
  })
  const claims: ReadonlyMap<string, AdminClaim> = kept.list === list ? kept.claims : new Map()
  return {
    claims: [...claims.values()],
    has: (id) => claims.has(id),
    set(changed, isSelected) {
      const next = new Map(claims)
      for (const claim of changed) {
        if (isSelected) next.set(claim.id, claim)
        else next.delete(claim.id)
      }
      setKept({ list, claims: next })
    },
    clear: () => setKept({ list, claims: new Map() }),
  }
}
