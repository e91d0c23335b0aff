import type { Database } from '#store/database.ts'
import type { RecordsBehindRow } from '#store/schema.ts'

/** A wallet and the token that it pays with. */
export type PayingWallet = Pick<RecordsBehindRow, 'genesis_hash' | 'wallet_address' | 'mint_address'>

export type RecordsBehindStore = ReturnType<typeof createRecordsBehindStore>

/** Where the records are older than the chain. While a row stands, nothing is signed for its wallet. */
export function createRecordsBehindStore({ db }: Database) {
  return {
    find({
      genesis_hash,
      wallet_address,
      mint_address,
    }: PayingWallet): Promise<RecordsBehindRow | undefined> {
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
