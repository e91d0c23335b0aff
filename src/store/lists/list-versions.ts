import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import type { Database } from '#store/database/database.ts'
import { countRows } from '#store/database/queries.ts'
import type { Schema } from '#store/database/schema.ts'
import { inLongTransaction } from '#store/database/transactions.ts'
import { deleteListRows } from './list-rows.ts'

/** So many versions that were replaced can be brought back. */
const KEPT_VERSIONS = 10

/** Reads the versions of the holder list, and prunes old ones. */
export function createListVersionStore({ db }: Database) {
  return {
    /** Those that were published once, newest first, from before a version on. */
    list(limit: number, beforeId = Number.MAX_SAFE_INTEGER): Promise<Snapshot[]> {
      return db
        .selectFrom('snapshot')
        .selectAll()
        .where('state', '!=', 'staging')
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },

    find(id: number): Promise<Snapshot | undefined> {
      return db
        .selectFrom('snapshot')
        .selectAll()
        .where('id', '=', id)
        .where('state', '!=', 'staging')
        .executeTakeFirst()
    },

    /** Keeps the rows of the newest replaced versions. Of older ones it keeps what claims name: when they were in force, and their hashes. */
    async prune(): Promise<void> {
      const superseded = db.selectFrom('snapshot').where('state', '=', 'superseded')
      const kept = await superseded.select('id').orderBy('id', 'desc').limit(KEPT_VERSIONS).execute()
      const old = await superseded
        .select('id')
        .where('id', '<', kept.at(KEPT_VERSIONS - 1)?.id ?? 0)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('allocation').select('seal').whereRef('allocation.snapshotId', '=', 'snapshot.id'),
          ),
        )
        .execute()
      for (const { id } of old) {
        await db.updateTable('snapshot').set({ seal: '' }).where('id', '=', id).execute()
        await deleteListRows(db, id)
      }
    },
  }
}

/** So many claims that a version would undercut are listed. */
const MAX_LISTED = 100

/** A claim that is for more than a list gives its address. */
interface ClaimAboveList {
  address: EvmAddress
  status: 'queued' | 'sent'
  claimedWei: Wei
  /** Null where the list does not have the address. */
  amountWei: Wei | null
}

/** Selects the claims, queued or sent, that are for more than a version gives. Amounts are text: they compare by length first. */
export function selectClaimsAbove(db: Kysely<Schema>, snapshotId: number) {
  return db
    .selectFrom('claim')
    .leftJoin('allocation', (join) =>
      join
        .onRef('allocation.evmAddress', '=', 'claim.evmAddress')
        .on('allocation.snapshotId', '=', snapshotId),
    )
    .where('claim.status', 'in', ['queued', 'sent'])
    .where(
      sql<SqlBool>`(allocation.amount_wei is null
        or length(claim.amount_wei) > length(allocation.amount_wei)
        or (length(claim.amount_wei) = length(allocation.amount_wei) and claim.amount_wei > allocation.amount_wei))`,
    )
}

/** Finds the claims that a version of the holder list would undercut. */
export function createClaimsAboveListStore({ db, dialect }: Database) {
  return {
    /** Counts them all, and lists the first. */
    find(snapshotId: number): Promise<{ count: number; claims: ClaimAboveList[] }> {
      return inLongTransaction({ db, dialect }, async (tx) => {
        const count = await countRows(selectClaimsAbove(tx, snapshotId))
        if (count === 0) return { count, claims: [] }
        const claims = await selectClaimsAbove(tx, snapshotId)
          .select([
            'claim.evmAddress as address',
            'claim.status',
            'claim.amountWei as claimed',
            'allocation.amountWei as given',
          ])
          .orderBy('claim.seq')
          .limit(MAX_LISTED)
          .execute()
        return {
          count,
          claims: claims.map(({ address, status, claimed, given }) => ({
            address,
            status: status === 'sent' ? 'sent' : 'queued',
            claimedWei: BigInt(claimed) as Wei,
            amountWei: given === null ? null : (BigInt(given) as Wei),
          })),
        }
      })
    },
  }
}
