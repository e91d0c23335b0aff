import type { PortalResponse } from '#api-schema/portal.ts'
import { claimMessage } from '#domain/claim-message.ts'
import { siweMessage } from '#domain/siwe-message.ts'
import { siweTermsOf } from '#domain/siwe-terms.ts'
import { readPortal } from '#web/claim/queries.ts'
import type { BuildMessage } from './load-message.ts'

/**
 * Prepares the message that names its site. The portal is asked once more what it has to name: the holder list, and the
 * settings, may have been replaced since the page was opened.
 */
export async function loadSiweMessage(known: PortalResponse): Promise<BuildMessage> {
  const portal = await readPortal().catch(() => known)
  const terms = siweTermsOf(portal, portal.fileHash)
  return (parts) => (terms === null ? claimMessage(parts) : siweMessage(terms, parts))
}
