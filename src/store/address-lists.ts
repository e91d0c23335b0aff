import type { Transaction } from 'kysely'
import { NO_WEI, type Wei } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Database } from './database.ts'
import { inLongTransaction } from './long-statements.ts'
import type { Schema } from './schema.ts'

export interface RemainingAddress {
  address: EvmAddress
  amountWei: Wei
  seal: string
}

/** Lists the claims, and the addresses of the holder list that did not claim. */
export function createAddressListStore({ db, dialect }: Database) {
  const remaining = (tx: Transaction<Schema>, snapshotId: number) =>
    tx
      .selectFrom('allocation')
      .where('allocation.snapshotId', '=', snapshotId)
      .where('allocation.amountWei', '!=', NO_WEI)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('claim').select('claim.id').whereRef('claim.evmAddress', '=', 'allocation.evmAddress'),
          ),
        ),
      )

  return {
    /** Claims in order of arrival, from after `afterSeq`. */
    pageOfSubmitted(afterSeq: number, limit: number): Promise<Claim[]> {
      return db
        .selectFrom('claim')
        .selectAll()
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute()
    },

    /** Addresses of a version of the list that did not claim, in order, from after `afterAddress`. */
    pageOfRemaining(
      snapshotId: number,
      afterAddress: EvmAddress,
      limit: number,
    ): Promise<RemainingAddress[]> {
      return inLongTransaction({ db, dialect }, (tx) =>
        remaining(tx, snapshotId)
          .select([
            'allocation.evmAddress as address',
            'allocation.amountWei as amountWei',
            'allocation.seal as seal',
          ])
          .where('allocation.evmAddress', '>', afterAddress)
          .orderBy('allocation.evmAddress')
          .limit(limit)
          .execute(),
      )
    },
  }
}
