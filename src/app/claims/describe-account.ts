import type { AppContext } from '#app/app-context.ts'
import type { AccountReport } from '#domain/account-report.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Describes an EVM account as the nodes of its chains show it. Throws invalid_eth_address. */
export async function describeAccount(
  { accountLookup }: AppContext,
  eth: string,
  client: string | null,
): Promise<AccountReport> {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  return accountLookup.find(address, client)
}
