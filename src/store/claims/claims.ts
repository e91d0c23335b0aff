import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Claim } from '#domain/claim.ts'
import type { SiweTerms } from '#domain/claim-message.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database, Dialect } from '#store/database/database.ts'
import { SYNCED_AFTER } from '#store/database/open-sqlite.ts'
import { batchedLookup, countRows, inArray, preparedQuery, textsFor } from '#store/database/queries.ts'
import type { NewClaim, Schema } from '#store/database/schema.ts'
import { amountOrder, ofPayment } from './claim-conditions.ts'
import { createClaimListStore } from './claim-lists.ts'

type InsertedColumn = Exclude<keyof Schema['claim'], 'seq' | 'correctedAtMs'>

/** Every column that is inserted, and its type: the database numbers a claim, and a new one is not corrected yet. */
const INSERTED_COLUMNS: Readonly<Record<InsertedColumn, 'text' | 'integer'>> = {
  id: 'text',
  evmAddress: 'text',
  ethSigned: 'text',
  solAddress: 'text',
  snapshotId: 'integer',
  amountWei: 'text',
  amountUA: 'text',
  chainId: 'integer',
  nonce: 'text',
  signature: 'text',
  signedBy: 'text',
  siweTerms: 'text',
  seal: 'text',
  status: 'text',
  submittedAtMs: 'integer',
  solTx: 'text',
  settledAtMs: 'integer',
  rejectReason: 'text',
  amountOrder: 'text',
}

const INSERTED = Object.keys(INSERTED_COLUMNS) as InsertedColumn[]

interface QueuedPage {
  afterSeq: number
  limit: number
  /** Only claims that were submitted, and corrected, no later than this; null for all. */
  acceptedBy: number | null
  /** Only claims that a limited run may take; all unless given. */
  only?: QueuedSelection | undefined
}

/**
 * The claims that a limited run may take: those that were selected, also where their last payment failed; without a selection,
 * those whose payment neither failed nor is held: one that was queued again since (see claim-decisions.ts) counts as never tried.
 */
export interface QueuedSelection {
  claimIds?: readonly string[] | undefined
}

/** A payment that an EVM address got. */
export type PaymentToAddress = Pick<Transfer, 'id' | 'evmAddress' | 'paidTx'>

export type ClaimStore = ReturnType<typeof createClaimStore>

export function createClaimStore(database: Database, observe: Observe) {
  const { db, dialect } = database

  const findPayments = preparedQuery<PaymentToAddress>(db, (addresses, genesisHash) =>
    db
      .selectFrom('transfer')
      .select(['id', 'evmAddress', 'paidTx'])
      .where(inArray(dialect, 'evm_address', addresses))
      .where('genesisHash', 'in', [genesisHash, UNKNOWN_CLUSTER])
      .where('state', '=', 'paid'),
  )

  const findClaims = preparedQuery<Claim>(db, (addresses) =>
    db
      .selectFrom('claim')
      .selectAll()
      .where(inArray(dialect, 'evm_address', addresses)),
  )

  // The same statement for any number of claims, so that it is prepared once.
  const mark = dialect === 'sqlite' ? SYNCED_AFTER : ''
  const insertAll = preparedQuery<{ id: string }>(db, (records) => ({
    compile: () =>
      sql<{
        id: string
      }>`${sql.raw(mark)}insert into claim (${sql.join(INSERTED.map((column) => sql.ref(column)))})
        ${fromJson(dialect, records)}
        where not exists (select 1 from claim_controls where paused = 1)
        and not exists (
          select 1 from reset_nonce where reset_nonce.evm_address = ${fieldOf('evmAddress')}
          and reset_nonce.nonce >= cast(${fieldOf('nonce')} as bigint)
        )
        ${sql.raw(dialect === 'postgres' ? 'order by place' : '')}
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

  const wasPaid = batchedLookup<{ address: EvmAddress; genesisHash: string }, boolean>(async (asked) => {
    const answers = new Map<string, Set<EvmAddress | null>>()
    for (const genesisHash of new Set(asked.map((one) => one.genesisHash))) {
      const addresses = asked.flatMap((one) => (one.genesisHash === genesisHash ? [one.address] : []))
      const payments = await paymentsTo(addresses, genesisHash)
      answers.set(genesisHash, new Set(payments.map(({ evmAddress }) => evmAddress)))
    }
    return asked.map(({ address, genesisHash }) => answers.get(genesisHash)?.has(address) ?? false)
  })

  const findResetNonces = preparedQuery<{ evmAddress: EvmAddress; nonce: number }>(db, (addresses) =>
    db
      .selectFrom('reset_nonce')
      .selectAll()
      .where(inArray(dialect, 'evm_address', addresses)),
  )

  return {
    ...createClaimListStore(database),

    /**
     * Inserts claims in one durable commit; none while claims are paused, nor one that was signed no later than a claim of its address
     * that a Reset deleted. The unique address, not a check before it, makes a claim one-time: an address that has one already, or
     * occurs twice among these, is skipped. Returns the ids that were inserted.
     */
    async insertMany(claims: readonly NewClaim[]): Promise<Set<string>> {
      const records = JSON.stringify(
        claims.map((claim) => {
          const row = { ...claim, amountOrder: amountOrder(claim.amountWei.toString()) }
          return INSERTED.map((column) => textOf(row[column]))
        }),
      )
      const rows = await insertAll(records)
      await database.sync()
      for (const { id: claimId } of rows) observe({ event: 'claim_accepted', claimId })
      return new Set(rows.map((row) => row.id))
    },

    findByAddress: batchedLookup<EvmAddress, Claim | undefined>(async (addresses) => {
      const rows = await findClaims(textsFor(dialect, addresses))
      const byAddress = new Map(rows.map((claim) => [claim.evmAddress, claim]))
      return addresses.map((address) => byAddress.get(address))
    }),

    /** Finds the newest nonce of an address among its claims that a Reset deleted. */
    resetNonce: batchedLookup<EvmAddress, number | undefined>(async (addresses) => {
      const rows = await findResetNonces(textsFor(dialect, addresses))
      const byAddress = new Map(rows.map(({ evmAddress, nonce }) => [evmAddress, nonce]))
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
    countQueuedBy: (acceptedBy: number): Promise<number> =>
      countRows(db.selectFrom('claim').where('status', '=', 'queued').where(isAcceptedBy(acceptedBy))),
  }
}

/** A value as a column holds it, and JSON can carry it. */
function textOf(value: string | number | bigint | SiweTerms | null): string | number | null {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** A column of a row of the JSON that `fromJson` reads. */
const fieldOf = (column: InsertedColumn) => sql`(value ->> ${sql.lit(INSERTED.indexOf(column))})`

/** Builds a `select` of the rows of a JSON array of arrays; PostgreSQL joins them in any order, and is given their place. Without a `where`, SQLite takes `on conflict` for a join's `on`. */
function fromJson(dialect: Dialect, records: string) {
  const columns = INSERTED.map((column) => {
    const value = fieldOf(column)
    return dialect === 'postgres' && INSERTED_COLUMNS[column] === 'integer' ? sql`(${value})::bigint` : value
  })
  return dialect === 'sqlite'
    ? sql`select ${sql.join(columns)} from json_each(${records})`
    : sql`select ${sql.join(columns)} from json_array_elements(${records}::json) with ordinality as record (value, place)`
}

type ClaimBuilder = ExpressionBuilder<Schema, 'claim'>

/** Reads a page of the queued claims, in order of arrival. */
export function pageOfQueued(
  db: Kysely<Schema>,
  { afterSeq, limit, acceptedBy, only }: QueuedPage,
): Promise<Claim[]> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where('status', '=', 'queued')
    .where('seq', '>', afterSeq)
    .$if(acceptedBy !== null, (query) => query.where(isAcceptedBy(acceptedBy ?? 0)))
    .$if(only !== undefined, (query) => query.where(isAmong(only ?? {})).where(isFree(only ?? {})))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** True of a claim that was submitted, and corrected if it was, no later than this. */
function isAcceptedBy(timeMs: number) {
  return ({ and, or, eb }: ClaimBuilder) =>
    and([
      eb('submittedAtMs', '<=', timeMs),
      or([eb('correctedAtMs', 'is', null), eb('correctedAtMs', '<=', timeMs)]),
    ])
}

/** True of a claim that was selected, or where none was. */
function isAmong({ claimIds }: QueuedSelection) {
  return ({ eb, lit }: ClaimBuilder) => {
    if (!claimIds) return lit(true)
    return claimIds.length === 0 ? lit(false) : eb('claim.id', 'in', [...claimIds])
  }
}

function isFree({ claimIds }: QueuedSelection) {
  return ({ not, exists, selectFrom }: ClaimBuilder) =>
    not(
      exists(
        selectFrom('transfer')
          .select('transfer.id')
          .whereRef('transfer.claimId', '=', 'claim.id')
          .where(({ or, eb }) =>
            or([
              eb('transfer.state', 'in', ['in_flight', 'paid']),
              ...(claimIds ? [] : [ofPayment('on_hold'), ofPayment('failed')]),
            ]),
          ),
      ),
    )
}
