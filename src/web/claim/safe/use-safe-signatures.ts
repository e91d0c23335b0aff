import { useQuery } from '@tanstack/react-query'
import type { PortalResponse } from '#api-schema/portal.ts'
import { loadMessage } from '#web/claim/form/load-message.ts'
import type { PendingClaim } from '#web/claim/form/pending-claim.ts'
import { type SafeText, signaturesByOwner } from './safe-signatures.ts'
import type { SafeTarget } from './safe-target.ts'

/** The text of a waiting claim, and the owners who have signed it. */
export interface CollectedSignatures {
  signed: SafeText
  byOwner: ReadonlyMap<string, string>
}

/** Builds the text that owners sign, and finds whose the signatures so far are. Undefined until both are there. */
export function useSafeSignatures(
  portal: PortalResponse,
  safe: SafeTarget,
  amountUA: string,
  pending: PendingClaim,
): CollectedSignatures | undefined {
  const { eth, sol, nonce, signatures } = pending
  const chainId = Number(safe.chainId)
  const text = useQuery({
    queryKey: ['safe-text', eth, chainId, sol, nonce, amountUA],
    queryFn: async () => {
      const build = await loadMessage(portal, { address: eth, amountUA })
      return build({ eth, sol, amountUA, nonce: `${nonce}`, chainId })
    },
    networkMode: 'always',
  })
  const signed = text.data === undefined ? null : { eth, chainId, text: text.data }
  const collected = useQuery({
    queryKey: ['safe-signatures', signed, safe.owners, signatures],
    queryFn: async () => {
      if (signed === null) throw new Error('There is no text yet')
      return { signed, byOwner: await signaturesByOwner(signed, signatures, safe.owners) }
    },
    enabled: signed !== null,
    networkMode: 'always',
    placeholderData: (before) => before,
  })
  return collected.data
}
