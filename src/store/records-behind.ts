import type { Database } from '#store/database.ts'
import type { RecordsBehindRow } from '#store/schema.ts'

/** A wallet, a mint and the cluster of both: what records are kept of. */
export type RecordedWallet = Pick<RecordsBehindRow, 'genesis_hash' | 'wallet_address' | 'mint_address'>

export type RecordsBehindStore = ReturnType<typeof createRecordsBehindStore>

/** The wallets whose payments on the chain are not all in the journal. */
export function createRecordsBehindStore({ db }: Database) {
  return {
    find({
      genesis_hash,
      wallet_address,
      mint_address,
    }: RecordedWallet): Promise<RecordsBehindRow | undefined> {
      return db
        .selectFrom('records_behind')
        .selectAll()
        .where('genesis_hash', '=', genesis_hash)
        .where('wallet_address', '=', wallet_address)
        .where('mint_address', '=', mint_address)
        .executeTakeFirst()
    },
  }
}
