import type { AppContext } from '#app/app-context.ts'
import { explainBrokenSeal } from '#app/payouts/explain-broken-seal.ts'
import { NO_WEI, parseWei, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import { sealedHolderList, sealedSupersededList } from '#domain/sealed-record.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import type { SnapshotInForce } from '#store/lists/snapshots.ts'

export interface Allocation {
  snapshot: Snapshot
  /** 0 when the address is not in the list. */
  amountWei: Wei
  /** It is in the list, be it with 0. */
  isListed: boolean
}

/**
 * Reads an address's allocation in the holder list in force; undefined when there is no list yet. Throws
 * holder_list_changed where the list or the address's row in it is not as it was published.
 */
export async function activeAllocation(
  app: AppContext,
  address: EvmAddress,
): Promise<Allocation | undefined> {
  const found = await app.store.snapshots.findAllocation(address)
  if (!found) return undefined
  const { snapshot, row } = found
  assertListUnchanged(app, snapshot)
  if (row && !app.allocationSeals.fits(snapshot.nonce, address, row.storedWei, row.seal)) {
    app.onListChanged(`The allocation of ${address} is not as it was uploaded`)
    throw new PortalError('holder_list_changed')
  }
  return {
    snapshot,
    amountWei: row ? parseWei(String(row.storedWei)) : NO_WEI,
    isListed: row !== undefined,
  }
}

/** Throws holder_list_changed where a version is not as it was published, or is not the newest. */
export function assertListUnchanged(
  portal: Pick<AppContext, 'seals' | 'onListChanged'>,
  snapshot: SnapshotInForce,
): void {
  const objection = objectionToList(portal, snapshot)
  if (objection === null) return
  portal.onListChanged(objection)
  throw new PortalError('holder_list_changed')
}

/** Says in words why a version can not be the one that was published last; null where it can. */
export function objectionToList(
  { seals }: Pick<AppContext, 'seals'>,
  snapshot: SnapshotInForce,
): string | null {
  const known = objections.get(snapshot)
  if (known !== undefined) return known
  const objection = findObjection(seals, snapshot)
  objections.set(snapshot, objection)
  return objection
}

/** Of versions as they were read: all look-ups of one turn of the event loop share one reading. */
const objections = new WeakMap<SnapshotInForce, string | null>()

function findObjection(seals: AppContext['seals'], snapshot: SnapshotInForce): string | null {
  const record = sealedHolderList(snapshot)
  if (!seals.fits(record, snapshot.seal)) {
    return explainBrokenSeal(record, snapshot.seal, seals.differences(record, snapshot.seal) ?? [])
  }
  return snapshot.hasNewer ? 'The holder list is an older version than the last one that was published' : null
}

/** Tells whether a version is as it was published. One that was replaced has another seal than the one in force; one whose rows are not kept has none. */
export function isAsPublished({ seals }: Pick<AppContext, 'seals'>, version: Snapshot): boolean {
  const record = version.state === 'published' ? sealedHolderList(version) : sealedSupersededList(version)
  return seals.fits(record, version.seal)
}
