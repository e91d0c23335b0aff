import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'

/**
 * The sender that a distribution is paid from. Throws no_distribution, standalone_not_configured and
 * distribution_of_other_token.
 */
export async function senderOfDistribution({ store }: AppContext, id: string): Promise<Sender> {
  const distribution = await store.distributions.find(id)
  if (!distribution) throw new PortalError('no_distribution')
  const sender = await store.senders.find('standalone')
  if (!sender) throw new PortalError('standalone_not_configured')
  // Its amounts were reckoned in base units of the decimals of then.
  const isOfThisToken =
    distribution.mintAddress === sender.mintAddress &&
    distribution.mintDecimals === sender.mintDecimals &&
    distribution.genesisHash === sender.genesisHash
  if (!isOfThisToken) throw new PortalError('distribution_of_other_token')
  return sender
}
