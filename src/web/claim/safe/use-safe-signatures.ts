import { useQuery } from '@tanstack/react-query'
import type { PortalResponse } from '#api-schema/portal.ts'
import { messageUnder, siweTermsOf } from '#domain/claim-message.ts'
import type { PendingClaim } from '#web/claim/form/pending-claim.ts'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { type SafeText, signaturesByOwner } from './safe-signatures.ts'
import type { SafeTarget } from './safe-target.ts'

/** The text of a waiting claim, and the owners who have signed it. */
export interface CollectedSignatures {
  signed: SafeText
  byOwner: ReadonlyMap<string, string>
}

/** Builds the text that owners sign, and finds whose the signatures so far are. Undefined until that is known. */
export function useSafeSignatures(
  portal: PortalResponse,
  safe: SafeTarget,
  { amountUA, fileHash }: SeenAllocation,
  pending: PendingClaim,
): CollectedSignatures | undefined {
  const { eth, sol, nonce, signatures } = pending
  const chainId = Number(safe.chainId)
  const parts = { eth, sol, amountUA, nonce: `${nonce}`, chainId }
  const signed = { eth, chainId, text: messageUnder(siweTermsOf(portal, fileHash), parts) }
  const collected = useQuery({
    queryKey: ['safe-signatures', signed, safe.owners, signatures],
    queryFn: async () => ({
      signed,
      byOwner: await signaturesByOwner(signed, signatures, safe.owners),
    }),
    networkMode: 'always',
    placeholderData: (before) => before,
  })
  return collected.data
}
