import type { AppContext } from '#app/app-context.ts'
import type { AccountReport } from '#domain/account-report.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'

/**
 * Describes an EVM account as the nodes of its chains show it; one that is on no list in force is `unknown`, and no node is asked: anybody
 * can make up addresses. Throws invalid_eth_address.
 */
export async function describeAccount(
  { accountLookup, store }: AppContext,
  eth: string,
  client: string | null,
): Promise<AccountReport> {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const found = await store.snapshots.findAllocation(address)
  if (!found?.row) return { kind: 'unknown', contracts: [] }
  return accountLookup.find(address, client)
}
