import type { AppContext } from '#app/app-context.ts'
import { toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { formatDecimalUnits, NO_WEI } from '#domain/amounts.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import { activeAllocation } from './active-allocation.ts'

/**
 * Finds an address's allocation in the holder list: "0" when it is not in it. Throws invalid_eth_address or
 * holder_list_changed.
 */
export async function findAllocation(app: AppContext, eth: string) {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const allocation = await activeAllocation(app, address)
  const amountWei = allocation?.amountWei ?? NO_WEI
  return {
    eth,
    amountUA: formatDecimalUnits(amountWei, app.settings.coinDecimals),
    amountWei: amountWei.toString(),
    fileHash: allocation?.snapshot.fileHash ?? null,
    updatedAt: toEpochSecondsOrNull(allocation?.snapshot.publishedAtMs),
  }
}

/**
 * Proves an address's row of the holder list in force: with its index and siblings it leads to the published root. Throws
 * invalid_eth_address, not_in_list or holder_list_changed.
 */
export async function proveAllocation(app: AppContext, eth: string) {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const allocation = await activeAllocation(app, address)
  if (!allocation?.isListed) throw new PortalError('not_in_list')
  const { snapshot, amountWei } = allocation
  const { root, fileHash } = snapshot
  if (root === null || fileHash === null) throw new PortalError('not_in_list')
  const proved = await app.listTrees.prove(snapshot, { address, amountWei })
  if (!proved) throw new PortalError('not_in_list')
  const { index, proof } = proved
  return { index, address, amountWei: amountWei.toString(), root, fileHash, proof }
}
