import type { EvmAddress } from '#domain/evm-address.ts'
import type { Database } from './database.ts'
import { inLongTransaction } from './long-statements.ts'

/** A row of a version of the holder list. Its amount is unread: the seal says first whether it is the published one. */
export interface ListRowStored {
  address: EvmAddress
  storedWei: unknown
  seal: string
}

/** Reads whole versions of the holder list. */
export function createListRowStore({ db, dialect }: Database) {
  return {
    /** Rows of a version in ascending order of their addresses, from after `afterAddress`. */
    page(snapshotId: number, afterAddress: EvmAddress, limit: number): Promise<ListRowStored[]> {
      return inLongTransaction({ db, dialect }, (tx) =>
        tx
          .selectFrom('allocation')
          .select(['evmAddress as address', 'amountWei as storedWei', 'seal'])
          .where('snapshotId', '=', snapshotId)
          .where('evmAddress', '>', afterAddress)
          .orderBy('evmAddress')
          .limit(limit)
          .execute(),
      )
    },
  }
}
