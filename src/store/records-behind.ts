import type { Address } from '@solana/kit'
import type { Kysely } from 'kysely'
import type { RecordsBehind } from '#domain/records-behind.ts'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

/** A sending wallet's account of one token on one cluster. */
export interface WalletKey {
  genesisHash: string
  walletAddress: Address
  mintAddress: Address
}

/**
 * Keeps the wallets whose payments the chain shows and the journal lacks: while there is a row, nothing is
 * signed for its wallet.
 */
export function createRecordsBehindStore({ db }: Database) {
  return {
    all(): Promise<RecordsBehind[]> {
      return db.selectFrom('records_behind').selectAll().where('accepted', '=', 0).execute()
    },

    find(wallet: WalletKey): Promise<RecordsBehind | undefined> {
      return db
        .selectFrom('records_behind')
        .selectAll()
        .where((is) => is.and(keyOf(wallet)))
        .where('accepted', '=', 0)
        .executeTakeFirst()
    },

    /** Tells whether an operator decided that the wallet pays on from its present balance. */
    async isAccepted(wallet: WalletKey): Promise<boolean> {
      const row = await db
        .selectFrom('records_behind')
        .select('accepted')
        .where((is) => is.and(keyOf(wallet)))
        .executeTakeFirst()
      return row?.accepted === 1
    },

    /** Records the missing payments; `payments` is 0 where only the wallet's balance is unexplained. */
    async set(row: RecordsBehind): Promise<void> {
      const { payments, baseUnits, checkedAtMs } = row
      await db
        .insertInto('records_behind')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['genesisHash', 'walletAddress', 'mintAddress'])
            .doUpdateSet({ payments, baseUnits, checkedAtMs, accepted: 0 }),
        )
        .execute()
    },

    clear(wallet: WalletKey): Promise<void> {
      return clearRecordsBehind(db, wallet)
    },
  }
}

/** Deletes the record that a wallet's records are behind. */
export async function clearRecordsBehind(db: Kysely<Schema>, wallet: WalletKey): Promise<void> {
  await db
    .deleteFrom('records_behind')
    .where((is) => is.and(keyOf(wallet)))
    .execute()
}

/** Records that the next check of a wallet's records accepts its balance as it is. */
export async function acceptRecords(db: Kysely<Schema>, wallet: WalletKey, nowMs: number): Promise<void> {
  await db
    .insertInto('records_behind')
    .values({ ...keyOf(wallet), payments: 0, baseUnits: 0n, checkedAtMs: nowMs, accepted: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['genesisHash', 'walletAddress', 'mintAddress'])
        .doUpdateSet({ payments: 0, baseUnits: 0n, checkedAtMs: nowMs, accepted: 1 }),
    )
    .execute()
}

/** Returns the key alone: the object may have more fields. */
function keyOf({ genesisHash, walletAddress, mintAddress }: WalletKey): WalletKey {
  return { genesisHash, walletAddress, mintAddress }
}
