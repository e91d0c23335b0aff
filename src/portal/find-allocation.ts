import { formatDecimalUnits } from '#domain/amounts.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import { toEpochSecondsOrNull } from './epoch-seconds.ts'
import type { Portal } from './portal.ts'

/** What the holder list gives an address: "0" when it is not in it. Throws invalid_eth_address. */
export async function findAllocation({ settings, store }: Portal, eth: string) {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const allocation = await store.snapshots.findAllocation(address)
  const amountWei = allocation?.amountWei ?? '0'
  return {
    eth,
    amountUA: formatDecimalUnits(BigInt(amountWei), settings.coinDecimals),
    amountWei,
    fileHash: allocation?.fileHash ?? null,
    updatedAt: toEpochSecondsOrNull(allocation?.publishedAtMs),
  }
}
