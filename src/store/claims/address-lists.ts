import type { Transaction } from 'kysely'
import { NO_WEI, type Wei } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { TransferState } from '#domain/payout-states.ts'
import { ACCEPTED_FIELDS, type AcceptedClaim } from '#domain/sealed-record.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'
import { inLongTransaction } from '#store/database/transactions.ts'

interface RemainingAddress {
  address: EvmAddress
  amountWei: Wei
  seal: string
}

const LISTED_FIELDS = ['seq', 'seal', 'status', 'submittedAtMs', 'solTx', 'rejectReason'] as const

/** What is exported of a claim, what its seal covers, and where its payment is: null before a run has listed it. */
export type AnalysedClaim = AcceptedClaim &
  Pick<Claim, (typeof LISTED_FIELDS)[number]> & {
    [Field in 'baseUnits' | 'mintDecimals' | 'recordedBy' | 'failure']: Transfer[Field] | null
  } & { paymentState: TransferState | null }

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
    /** Claims in order of arrival with their payments, from after `afterSeq`. */
    pageOfSubmitted(afterSeq: number, limit: number): Promise<AnalysedClaim[]> {
      return db
        .selectFrom('claim')
        .leftJoin('transfer', 'transfer.claimId', 'claim.id')
        .select([...ACCEPTED_FIELDS, ...LISTED_FIELDS].map((field) => `claim.${field}` as const))
        .select([
          'transfer.state as paymentState',
          'transfer.baseUnits',
          'transfer.mintDecimals',
          'transfer.recordedBy',
          'transfer.failure',
        ])
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
