import type { TokenFactsResponse } from '#api-schema/sender-records.ts'
import type { AppContext } from '#app/app-context.ts'
import { askingCluster, configuredSender } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { SenderKind } from '#domain/sender.ts'
import { tokenNamer } from '#domain/token-name.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import { readTokenFacts } from '#solana/token-facts.ts'

/** Reads the names of the tokens that the records know. */
export async function readTokenNames({ store, settings }: Pick<AppContext, 'store' | 'settings'>) {
  const [bulk, standalone, distributions] = await Promise.all([
    store.senders.find('bulk'),
    store.senders.find('standalone'),
    store.distributions.list(),
  ])
  const uploaded = distributions.filter(({ mintName }) => mintName !== null).reverse()
  return tokenNamer(settings.tokenSymbol, bulk, [...uploaded, bulk ?? [], standalone ?? []].flat())
}

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

/** "30,000.5 MOON". */
export function tokensOf(units: bigint, decimals: number, name: string): string {
  const [whole = '0', fraction] = formatDecimalUnits(units, decimals).split('.')
  const grouped = BigInt(whole).toLocaleString('en-US')
  return `${fraction === undefined ? grouped : `${grouped}.${fraction}`} ${name}`
}
