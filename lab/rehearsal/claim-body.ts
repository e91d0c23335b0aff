import type { SubmitClaimBody } from '#api-schema/claims.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { type MessageSettings, siweTermsOf } from '#domain/claim-message.ts'
import { signClaim, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import type { PortalClient } from './portal-client.ts'

/** The settings of a portal that its claimants go by: what is signed, and the chain that their wallets are on. */
export interface ClaimSettings extends MessageSettings {
  chainId: string
}

/** Reads what claimants go by. Wallets are on the first network of the portal. */
export async function readClaimSettings(client: PortalClient): Promise<ClaimSettings> {
  const portal = await client.send(endpoints.public.portal)
  return { ...portal, chainId: portal.networks[0]?.chainId ?? '' }
}

/** Has a holder read its allocation and sign the message that the portal takes. */
export async function claimBody(
  client: PortalClient,
  settings: ClaimSettings,
  holder: ThrowawayHolder,
): Promise<SubmitClaimBody> {
  const query = { eth: holder.address }
  const { amountUA, fileHash } = await client.send(endpoints.public.allocation, { query })
  return signClaim(holder, amountUA, settings.chainId, siweTermsOf(settings, fileHash))
}
