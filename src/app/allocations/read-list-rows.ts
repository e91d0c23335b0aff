import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '#app/app-context.ts'
import { parseWei, type Wei } from '#domain/amounts.ts'
import { BEFORE_EVM_ADDRESSES, type EvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import { pagesOf } from '#store/pages-of.ts'

const PAGE = 1_000

export type ListReader = Pick<AppContext, 'allocationSeals' | 'onListChanged'> & {
  store: Pick<AppContext['store'], 'listRows'>
}

/** A version of the list that is staged or published. */
export type ListVersion = Pick<Snapshot, 'id' | 'nonce' | 'addressCount' | 'totalWei'>

/**
 * Reads all rows of a version in ascending order of their addresses, and lets requests be answered between pages. Throws
 * holder_list_changed where a row is not as it came in, or the rows are not those that the version counts.
 */
export async function* readListRows(
  { store, allocationSeals, onListChanged }: ListReader,
  { id, nonce, addressCount, totalWei }: ListVersion,
): AsyncGenerator<{ address: EvmAddress; amountWei: Wei }[], void, void> {
  let rowCount = 0
  let sumWei = 0n
  const refuse = (why: string) => {
    onListChanged(why)
    return new PortalError('holder_list_changed')
  }
  const pages = pagesOf(
    BEFORE_EVM_ADDRESSES,
    (after) => store.listRows.page(id, after, PAGE),
    ({ address }) => address,
  )
  for await (const page of pages) {
    const rows = page.map(({ address, storedWei, seal }) => {
      if (!allocationSeals.fits(nonce, address, storedWei, seal)) {
        throw refuse(`The allocation of ${address} is not as it was uploaded`)
      }
      const amountWei = parseWei(String(storedWei))
      sumWei += amountWei
      return { address, amountWei }
    })
    rowCount += rows.length
    yield rows
    await setImmediate()
  }
  if (rowCount !== addressCount || sumWei !== totalWei) {
    throw refuse(`Version ${id} of the holder list does not have the rows that it was uploaded with`)
  }
}
