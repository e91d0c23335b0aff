import type { PortalResponse } from '#api-schema/portal.ts'
import { claimMessage, type MessageParts } from '#domain/claim-message.ts'

/** Builds the text that the wallet is asked to sign. */
export type BuildMessage = (parts: MessageParts) => string

/** The allocation as the claimant sees it. */
export interface ShownAllocation {
  address: string
  amountUA: string
}

/** Prepares the message that the portal takes. Never rejects: what fails does so when the text is built. */
export async function loadMessage(portal: PortalResponse, shown: ShownAllocation): Promise<BuildMessage> {
  if (portal.claimMessage === 'lines') return claimMessage
  try {
    const { loadSiweMessage } = await import('./load-siwe-message.ts')
    return await loadSiweMessage(portal, shown)
  } catch (error) {
    return () => {
      throw error
    }
  }
}
