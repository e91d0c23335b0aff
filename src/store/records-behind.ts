import type { Kysely } from 'kysely'
import { UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import type { Database } from '#store/database.ts'
import type { RecordsBehindRow, Schema } from '#store/schema.ts'

/** A sending wallet's account of one token on one cluster. */
export interface WalletKey {
  genesis_hash: string
  wallet_address: string
  mint_address: string
}

export type RecordsBehindStore = ReturnType<typeof createRecordsBehindStore>

/** Wallets whose payments the chain shows and the journal lacks: while a row stands, nothing is signed for its wallet. */
export function createRecordsBehindStore({ db }: Database) {
  return {
    all(): Promise<RecordsBehindRow[]> {
      return db.selectFrom('records_behind').selectAll().execute()
    },

    find(wallet: WalletKey): Promise<RecordsBehindRow | undefined> {
      return db
        .selectFrom('records_behind')
        .selectAll()
        .where((is) => is.and(keyOf(wallet)))
        .executeTakeFirst()
    },

    /** Writes down what was found missing; `payments` is 0 where only the wallet's balance is unexplained. */
    async set(row: RecordsBehindRow): Promise<void> {
      const { payments, base_units, checked_at_ms } = row
      await db
        .insertInto('records_behind')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['genesis_hash', 'wallet_address', 'mint_address'])
            .doUpdateSet({ payments, base_units, checked_at_ms }),
        )
        .execute()
    },

    clear(wallet: WalletKey): Promise<void> {
      return clearRecordsBehind(db, wallet)
    },
  }
}

/** Takes back that a wallet's records are behind. */
export async function clearRecordsBehind(db: Kysely<Schema>, wallet: WalletKey): Promise<void> {
  await db
    .deleteFrom('records_behind')
    .where((is) => is.and(keyOf(wallet)))
    .execute()
}

/**
 * Forgets the balances that a wallet's next records check and its proofs of expiry would start from, so that its next run
 * reads a new one. A run that still has an unresolved attempt keeps its own: that proof depends on it.
 */
export async function restartAnchors(db: Kysely<Schema>, wallet: WalletKey): Promise<void> {
  await db
    .updateTable('run')
    .set({ anchor_slot: null, anchor_base_units: null })
    .where((is) => is.and(keyOf(wallet)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attempt')
            .select('attempt.id')
            .whereRef('attempt.run_id', '=', 'run.id')
            .where('attempt.state', 'in', [...UNRESOLVED_ATTEMPT_STATES]),
        ),
      ),
    )
    .execute()
}

/** The key alone, whatever else the object carries. */
function keyOf({ genesis_hash, wallet_address, mint_address }: WalletKey): WalletKey {
  return { genesis_hash, wallet_address, mint_address }
}
