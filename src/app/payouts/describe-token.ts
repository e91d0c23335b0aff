import type { TokenFactsResponse } from '#api-schema/token-facts.ts'
import type { AppContext } from '#app/app-context.ts'
import { askingCluster, configuredSender } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { SenderKind } from '#domain/sender.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import { readTokenFacts } from '#solana/token-facts.ts'

/**
 * Describes the token that a sender pays, as the chain shows it now. Throws sender_not_configured, standalone_not_configured,
 * mint_not_found, cluster_changed or rpc_unreachable.
 */
export async function describeToken(
  { store, payouts }: AppContext,
  kind: SenderKind,
): Promise<TokenFactsResponse> {
  const sender = await configuredSender(store, kind)
  const { supply, ...facts } = await askingCluster(() =>
    payouts
      .readerOf(sender)
      .read((node) =>
        withGenesisCheck(node, sender.genesisHash, () => readTokenFacts(node, sender.mintAddress)),
      ),
  )
  return { ...facts, supplyUA: formatDecimalUnits(supply, facts.decimals) }
}
