import type { Address } from '@solana/kit'
import { type Kysely, sql } from 'kysely'
import type { RecordsBehind } from '#domain/records-behind.ts'
import type { Database } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'
import { inLongTransaction } from '#store/database/transactions.ts'
import type { Transaction } from '#store/payouts/attempt-endings.ts'

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

    /**
     * Returns the slot up to which an operator decided that the wallet's history is settled, 0 for its balance
     * alone; null where nothing was decided.
     */
    async acceptedSlot(wallet: WalletKey): Promise<number | null> {
      const row = await db
        .selectFrom('records_behind')
        .select('acceptedSlot')
        .where((is) => is.and(keyOf(wallet)))
        .where('accepted', '=', 1)
        .executeTakeFirst()
      return row?.acceptedSlot ?? null
    },

    /** Tells whether these records know nothing of the wallet: no payment, no balance, no decision. */
    isUnknown: (wallet: WalletKey): Promise<boolean> => isUnknownWallet(db, wallet),

    /** Records the missing payments; `payments` is 0 where only the wallet's balance is unexplained. */
    async set({
      unshown = 0,
      ...row
    }: Omit<RecordsBehind, 'unshown'> & Partial<Pick<RecordsBehind, 'unshown'>>): Promise<void> {
      const { payments, baseUnits, checkedAtMs } = row
      await db
        .insertInto('records_behind')
        .values({ ...row, unshown })
        .onConflict((conflict) =>
          conflict
            .columns(['genesisHash', 'walletAddress', 'mintAddress'])
            .doUpdateSet({ payments, baseUnits, unshown, checkedAtMs, accepted: 0 }),
        )
        .execute()
    },

    clear: (wallet: WalletKey): Promise<void> => clearRecordsBehind(db, wallet),
  }
}

/** Deletes the record that a wallet's records are behind. */
export async function clearRecordsBehind(db: Kysely<Schema>, wallet: WalletKey): Promise<void> {
  await db
    .deleteFrom('records_behind')
    .where((is) => is.and(keyOf(wallet)))
    .execute()
}

export async function isUnknownWallet(db: Kysely<Schema>, wallet: WalletKey): Promise<boolean> {
  const { genesisHash, walletAddress } = wallet
  const signed = db
    .selectFrom('attempt')
    .select('id')
    .where('genesisHash', '=', genesisHash)
    .where('walletAddress', '=', walletAddress)
  const anchored = db
    .selectFrom('run')
    .select('id')
    .where((is) => is.and(keyOf(wallet)))
    .where('anchorSlot', 'is not', null)
  const decided = db
    .selectFrom('records_behind')
    .select('accepted')
    .where((is) => is.and(keyOf(wallet)))
  const { known } = await db
    .selectNoFrom(({ or, exists }) => or([exists(signed), exists(anchored), exists(decided)]).as('known'))
    .executeTakeFirstOrThrow()
  return !known
}

/**
 * Records that the next check of a wallet's records accepts its balance as it is, and what its history shows up
 * to a slot.
 */
export async function acceptRecords(
  db: Kysely<Schema>,
  wallet: WalletKey,
  nowMs: number,
  acceptedSlot = 0,
): Promise<void> {
  const accepted = { payments: 0, baseUnits: 0n, unshown: 0, checkedAtMs: nowMs, accepted: 1, acceptedSlot }
  await db
    .insertInto('records_behind')
    .values({ ...keyOf(wallet), ...accepted })
    .onConflict((conflict) =>
      conflict.columns(['genesisHash', 'walletAddress', 'mintAddress']).doUpdateSet(accepted),
    )
    .execute()
}

/** Returns the key alone: the object may have more fields. */
function keyOf({ genesisHash, walletAddress, mintAddress }: WalletKey): WalletKey {
  return { genesisHash, walletAddress, mintAddress }
}

/** Thrown within a commit to undo it. */
class RunInProgressError extends Error {}

/**
 * Writes in one commit during which a cluster has no unfinished run and none begins; two of these wait for each other.
 * Gives `run_in_progress`, and nothing is written, when there is an unfinished one.
 */
export async function betweenRuns<T>(
  { db, dialect }: Database,
  genesisHash: string,
  write: (tx: Transaction) => Promise<T>,
): Promise<T | 'run_in_progress'> {
  try {
    return await inLongTransaction({ db, dialect }, async (tx) => {
      // SQLite has one writer anyway.
      if (dialect === 'postgres') await sql`lock table run in share row exclusive mode`.execute(tx)
      // An update, not a read: with it SQLite's transaction begins as a writing one.
      const unfinished = await tx
        .updateTable('run')
        .set(({ ref }) => ({ state: ref('state') }))
        .where('genesisHash', '=', genesisHash)
        .where('state', 'in', ['running', 'stopping'])
        .executeTakeFirst()
      if (unfinished.numUpdatedRows > 0n) throw new RunInProgressError()
      return await write(tx)
    })
  } catch (error) {
    if (error instanceof RunInProgressError) return 'run_in_progress'
    throw error
  }
}
