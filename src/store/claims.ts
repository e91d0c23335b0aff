import { sql } from 'kysely'
import type { ClaimStatus } from '#domain/claim-status.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { AttemptState } from '#domain/payout-states.ts'
import type { Database } from '#store/database.ts'
import type { Dialect } from '#store/dialect.ts'
import type { ClaimRow, NewClaim } from '#store/schema.ts'
import { sumDecimals } from '#store/sum-decimals.ts'

/** A claim beside what is known of its payment. */
export interface ListedClaim extends ClaimRow {
  attempt_state: AttemptState | null
  failure: string | null
  /** Of the cluster that its payment was planned on. */
  genesis_hash: string | null
}

export interface ClaimFilter {
  status?: ClaimStatus | undefined
  /** The id, or the start of either address, or the transaction. */
  search?: string | undefined
  limit: number
  /** Only claims that came before this one. */
  beforeSeq?: number | undefined
}

export interface ClaimTotals {
  status: ClaimStatus
  count: number
  amountWei: bigint
}

const CLAIM_COLUMNS = [
  'id',
  'evm_address',
  'eth_signed',
  'sol_address',
  'snapshot_id',
  'amount_wei',
  'amount_ua',
  'chain_id',
  'nonce',
  'signature',
  'status',
  'submitted_at_ms',
  'sol_tx',
  'reject_reason',
] as const satisfies (keyof NewClaim)[]

const INTEGER_COLUMNS: readonly string[] = ['snapshot_id', 'chain_id', 'submitted_at_ms']

export type ClaimStore = ReturnType<typeof createClaimStore>

export function createClaimStore({ db, dialect }: Database) {
  return {
    /**
     * Inserts claims in one durable commit. The unique address, not a check before it, makes a claim one-time:
     * an address that has one already, or stands twice among these, is passed over.
     * Returns the ids that went in.
     */
    async insertMany(claims: readonly NewClaim[]): Promise<Set<string>> {
      const records = JSON.stringify(claims.map((claim) => CLAIM_COLUMNS.map((column) => claim[column])))
      // One statement whatever their number, so that it is prepared once.
      const { rows } = await sql<{ id: string }>`
        insert into claim (${sql.join(CLAIM_COLUMNS.map((column) => sql.ref(column)))})
        ${fromJson(dialect, records)}
        on conflict (evm_address) do nothing
        returning id`.execute(db)
      return new Set(rows.map((row) => row.id))
    },

    findByAddress(address: EvmAddress): Promise<ClaimRow | undefined> {
      return db.selectFrom('claim').selectAll().where('evm_address', '=', address).executeTakeFirst()
    },

    findWithPayment(address: EvmAddress): Promise<ListedClaim | undefined> {
      return claimsAndPayments(db).where('claim.evm_address', '=', address).executeTakeFirst()
    },

    /** True when the record of payments shows that this address was paid on that cluster, even if its claim was reset since. */
    async wasPaid(address: EvmAddress, genesisHash: string): Promise<boolean> {
      const row = await db
        .selectFrom('transfer')
        .select('id')
        .where('evm_address', '=', address)
        .where('genesis_hash', '=', genesisHash)
        .where('state', '=', 'paid')
        .executeTakeFirst()
      return row !== undefined
    },

    async countQueued(): Promise<number> {
      const row = await db
        .selectFrom('claim')
        .select(sql<number>`count(*)`.as('count'))
        .where('status', '=', 'queued')
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    /** Count and sum of each status that occurs. */
    async totals(): Promise<ClaimTotals[]> {
      const rows = await db
        .selectFrom('claim')
        .select(({ ref }) => [
          'status',
          sql<number>`count(*)`.as('count'),
          sumDecimals.of(dialect, ref('amount_wei')).as('sum'),
        ])
        .groupBy('status')
        .execute()
      return rows.map((row) => ({ status: row.status, count: Number(row.count), amountWei: BigInt(row.sum) }))
    },

    /** Newest first. */
    list({ status, search, limit, beforeSeq }: ClaimFilter): Promise<ListedClaim[]> {
      let query = claimsAndPayments(db)
      if (status) query = query.where('claim.status', '=', status)
      if (beforeSeq !== undefined) query = query.where('claim.seq', '<', beforeSeq)
      if (search) {
        query = query.where((is) =>
          is.or([
            is('claim.id', '=', search.toUpperCase()),
            startsWith('claim.evm_address', search.toLowerCase()),
            startsWith('claim.sol_address', search),
            is('claim.sol_tx', '=', search),
          ]),
        )
      }
      return query.orderBy('claim.seq', 'desc').limit(limit).execute()
    },

    /** Queued claims in order of arrival, from after `afterSeq`. */
    pageOfQueued(afterSeq: number, limit: number): Promise<ClaimRow[]> {
      return db
        .selectFrom('claim')
        .selectAll()
        .where('status', '=', 'queued')
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute()
    },
  }
}

function claimsAndPayments(db: Database['db']) {
  return db
    .selectFrom('claim')
    .leftJoin('transfer', 'transfer.claim_id', 'claim.id')
    .leftJoin('attempt_transfer', (join) =>
      join.onRef('attempt_transfer.transfer_id', '=', 'transfer.id').on('attempt_transfer.live', '=', 1),
    )
    .leftJoin('attempt', 'attempt.id', 'attempt_transfer.attempt_id')
    .selectAll('claim')
    .select(['attempt.state as attempt_state', 'transfer.failure', 'transfer.genesis_hash'])
}

/** A `select` of the rows of a JSON array of arrays. The `where` keeps SQLite from taking `on conflict` for a join's `on`. */
function fromJson(dialect: Dialect, records: string) {
  const columns = CLAIM_COLUMNS.map((column, index) => {
    const value = sql`value ->> ${sql.lit(index)}`
    return dialect === 'postgres' && INTEGER_COLUMNS.includes(column) ? sql`(${value})::bigint` : value
  })
  return dialect === 'sqlite'
    ? sql`select ${sql.join(columns)} from json_each(${records}) where true`
    : sql`select ${sql.join(columns)} from json_array_elements(${records}::json)`
}

/** A prefix search that an index serves and that gives `%` and `_` no meaning. U+FFFF sorts after anything in an address. */
function startsWith(column: 'claim.evm_address' | 'claim.sol_address', prefix: string) {
  return sql<boolean>`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${`${prefix}\uffff`})`
}
