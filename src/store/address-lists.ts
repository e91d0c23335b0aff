import type { Database } from './database.ts'
import type { ClaimRow } from './schema.ts'

export interface RemainingAddress {
  address: string
  amountWei: string
}

export type AddressListStore = ReturnType<typeof createAddressListStore>

/** The holder list held against the claims. */
export function createAddressListStore({ db }: Database) {
  const remaining = () =>
    db
      .selectFrom('allocation')
      .innerJoin('snapshot', 'snapshot.id', 'allocation.snapshot_id')
      .where('snapshot.state', '=', 'published')
      .where('allocation.amount_wei', '!=', '0')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('claim')
              .select('claim.id')
              .whereRef('claim.evm_address', '=', 'allocation.evm_address'),
          ),
        ),
      )

  return {
    /** Claims in order of arrival, from after `afterSeq`. */
    pageOfSubmitted(afterSeq: number, limit: number): Promise<ClaimRow[]> {
      return db
        .selectFrom('claim')
        .selectAll()
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute()
    },

    /** Addresses of the list that did not claim, in order, from after `afterAddress`. */
    pageOfRemaining(afterAddress: string, limit: number): Promise<RemainingAddress[]> {
      return remaining()
        .select(['allocation.evm_address as address', 'allocation.amount_wei as amountWei'])
        .where('allocation.evm_address', '>', afterAddress)
        .orderBy('allocation.evm_address')
        .limit(limit)
        .execute()
    },
  }
}
