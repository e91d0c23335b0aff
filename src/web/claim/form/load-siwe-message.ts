import { claimPageEndpoints } from '#api-schema/claim-page-endpoints.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { claimMessage, siweMessage, siweTermsOf } from '#domain/claim-message.ts'
import { askPortal } from '#web/claim/ask-portal.ts'
import { readPortal } from '#web/claim/queries.ts'
import type { BuildMessage, ShownAllocation } from './load-message.ts'

/**
 * Prepares the message that names its site. The portal is asked once more what it has to name, since settings and holder
 * list may have been replaced since the page was opened. A list that gives another amount than the one shown is not named:
 * the claimant has not seen it.
 */
export async function loadSiweMessage(known: PortalResponse, shown: ShownAllocation): Promise<BuildMessage> {
  const query = { eth: shown.address, t: `${Date.now()}` }
  const [portal, allocation] = await Promise.all([
    readPortal().catch(() => known),
    askPortal(claimPageEndpoints.allocation, { query }).catch(() => null),
  ])
  const list = allocation?.amountUA === shown.amountUA ? allocation : known
  const terms = siweTermsOf(portal, list.fileHash)
  return (parts) => (terms === null ? claimMessage(parts) : siweMessage(terms, parts))
}
