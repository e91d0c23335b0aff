import { sql } from 'kysely'
import type { Claim } from '#domain/claim.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { SiweTerms } from '#domain/siwe-terms.ts'
import type { Transfer } from '#domain/transfer.ts'
import { UNKNOWN_CLUSTER } from '#domain/unknown-cluster.ts'
import { amountOrder } from './amount-order.ts'
import { createClaimListStore } from './claim-lists.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Database } from './database.ts'
import type { Dialect } from './dialect.ts'
import { SYNCED_AFTER } from './log-sync.ts'
import { lookedUpTogether } from './looked-up-together.ts'
import { oneOf, textsFor } from './one-of.ts'
import { isAcceptedBy, pageOfQueued, type QueuedSelection } from './queued-page.ts'
import type { NewClaim } from './schema.ts'

const CLAIM_COLUMNS = [
  'id',
  'evmAddress',
  'ethSigned',
  'solAddress',
  'snapshotId',
  'amountWei',
  'amountUA',
  'chainId',
  'nonce',
  'signature',
  'signedBy',
  'siweTerms',
  'seal',
  'status',
  'submittedAtMs',
  'solTx',
  'settledAtMs',
  'rejectReason',
] as const satisfies (keyof NewClaim)[]

const INSERTED_COLUMNS = [...CLAIM_COLUMNS, 'amountOrder'] as const

/** The table's own defaults, for what is not given. */
const DEFAULTS: Partial<Record<(typeof CLAIM_COLUMNS)[number], string>> = { signedBy: 'key', seal: '' }

const INTEGER_COLUMNS: readonly string[] = ['snapshotId', 'chainId', 'submittedAtMs', 'settledAtMs']

/** A payment that an EVM address got. */
export type PaymentToAddress = Pick<Transfer, 'id' | 'evmAddress' | 'paidTx'>

export type ClaimStore = ReturnType<typeof createClaimStore>

export function createClaimStore(database: Database) {
  const { db, dialect } = database

  const findPayments = compiledOnce<PaymentToAddress>(db, (addresses, genesisHash) =>
    db
      .selectFrom('transfer')
      .select(['id', 'evmAddress', 'paidTx'])
      .where(oneOf(dialect, 'evm_address', addresses))
      .where('genesisHash', 'in', [genesisHash, UNKNOWN_CLUSTER])
      .where('state', '=', 'paid'),
  )

  const findClaims = compiledOnce<Claim>(db, (addresses) =>
    db
      .selectFrom('claim')
      .selectAll()
      .where(oneOf(dialect, 'evm_address', addresses)),
  )

  // The same statement for any number of claims, so that it is prepared once.
  const mark = dialect === 'sqlite' ? SYNCED_AFTER : ''
  const insertAll = compiledOnce<{ id: string }>(db, (records) => ({
    compile: () =>
      sql<{
        id: string
      }>`${sql.raw(mark)}insert into claim (${sql.join(INSERTED_COLUMNS.map((column) => sql.ref(column)))})
        ${fromJson(dialect, records)}
        where not exists (select 1 from claim_controls where paused = 1)
        on conflict (evm_address) do nothing
        returning id`.compile(db),
  }))

  /**
   * Finds the payments that these addresses got on that cluster, or on one that was not known when they were
   * marked sent, even for claims that were reset since.
   */
  async function paymentsTo(
    addresses: readonly EvmAddress[],
    genesisHash: string,
  ): Promise<PaymentToAddress[]> {
    return addresses.length === 0 ? [] : findPayments(textsFor(dialect, addresses), genesisHash)
  }

  const wasPaid = lookedUpTogether<{ address: EvmAddress; genesisHash: string }, boolean>(async (asked) => {
    const answers = new Map<string, Set<EvmAddress | null>>()
    for (const genesisHash of new Set(asked.map((one) => one.genesisHash))) {
      const addresses = asked.flatMap((one) => (one.genesisHash === genesisHash ? [one.address] : []))
      const payments = await paymentsTo(addresses, genesisHash)
      answers.set(genesisHash, new Set(payments.map(({ evmAddress }) => evmAddress)))
    }
    return asked.map(({ address, genesisHash }) => answers.get(genesisHash)?.has(address) ?? false)
  })

  return {
    ...createClaimListStore(database),

    /**
     * Inserts claims in one durable commit; none while claims are paused. The unique address, not a check before it, makes a claim
     * one-time: an address that has one already, or occurs twice among these, is skipped. Returns the ids
     * that were inserted.
     */
    async insertMany(claims: readonly NewClaim[]): Promise<Set<string>> {
      const records = JSON.stringify(
        claims.map((claim) => [
          ...CLAIM_COLUMNS.map((column) => textOf(claim[column]) ?? DEFAULTS[column]),
          amountOrder(claim.amountWei.toString()),
        ]),
      )
      const rows = await insertAll(records)
      await database.sync()
      return new Set(rows.map((row) => row.id))
    },

    findByAddress: lookedUpTogether<EvmAddress, Claim | undefined>(async (addresses) => {
      const rows = await findClaims(textsFor(dialect, addresses))
      const byAddress = new Map(rows.map((claim) => [claim.evmAddress, claim]))
      return addresses.map((address) => byAddress.get(address))
    }),

    async withIds(ids: readonly string[]): Promise<Claim[]> {
      if (ids.length === 0) return []
      return db
        .selectFrom('claim')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()
    },

    paymentsTo,

    /** Returns true when the record of payments shows that this address was paid on that cluster. */
    wasPaid: (address: EvmAddress, genesisHash: string): Promise<boolean> =>
      wasPaid({ address, genesisHash }),

    /** Queued claims in order of arrival, from after `afterSeq`: see pageOfQueued. */
    pageOfQueued(
      afterSeq: number,
      limit: number,
      acceptedBy: number | null = null,
      only?: QueuedSelection,
    ): Promise<Claim[]> {
      return pageOfQueued(db, { afterSeq, limit, acceptedBy, only })
    },

    /** Counts the queued claims that were submitted and corrected no later than `acceptedBy`. */
    async countQueuedBy(acceptedBy: number): Promise<number> {
      const row = await db
        .selectFrom('claim')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', 'queued')
        .where(isAcceptedBy(acceptedBy))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
  }
}

/** A value as a column holds it, and JSON can carry it. */
function textOf(
  value: string | number | bigint | SiweTerms | null | undefined,
): string | number | null | undefined {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** Builds a `select` of the rows of a JSON array of arrays. Without a `where`, SQLite takes `on conflict` for a join's `on`. */
function fromJson(dialect: Dialect, records: string) {
  const columns = INSERTED_COLUMNS.map((column, index) => {
    const value = sql`value ->> ${sql.lit(index)}`
    return dialect === 'postgres' && INTEGER_COLUMNS.includes(column) ? sql`(${value})::bigint` : value
  })
  return dialect === 'sqlite'
    ? sql`select ${sql.join(columns)} from json_each(${records})`
    : sql`select ${sql.join(columns)} from json_array_elements(${records}::json)`
}
