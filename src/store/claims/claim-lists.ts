import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  CLAIM_STATUSES,
  type Claim,
  type ClaimPaymentFilter,
  type ClaimSort,
  type ClaimStatus,
  STATUS_OF_PAYMENT,
} from '#domain/claim.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { AttemptState, TransferState } from '#domain/payout-states.ts'
import type { PaymentRecord } from '#domain/transfer.ts'
import type { Database } from '#store/database/database.ts'
import { batchedLookup, inArray, preparedQuery, textsFor } from '#store/database/queries.ts'
import type { Schema } from '#store/database/schema.ts'
import {
  allOf,
  amountCondition,
  type ClaimCondition,
  paymentCondition,
  searchConditions,
  timeCondition,
} from './claim-conditions.ts'

/** A claim and the state of its payment. */
export interface ListedClaim extends Claim, ClaimPosition {
  attemptState: AttemptState | null
  paymentState: TransferState | null
  recordedBy: PaymentRecord | null
  failure: string | null
  /** Of the cluster that its payment was planned on. */
  genesisHash: string | null
}

/** The position in a list at which a page ended. */
export interface ClaimPosition {
  seq: number
  /** See schema.ts. */
  amountOrder: string
}

export interface ClaimFilter {
  status?: ClaimStatus | undefined
  payment?: ClaimPaymentFilter | undefined
  /** In wei, both included. */
  amount?: { from?: bigint | undefined; to?: bigint | undefined } | undefined
  /** When they were submitted, both included. */
  timeMs?: { from?: number | undefined; to?: number | undefined } | undefined
  /** The id or the transaction, or the start or the end of an address or of a transaction. */
  search?: string | undefined
  /** Newest first by default. */
  sort?: ClaimSort | undefined
  limit: number
  /** Only claims that come after this one in the same order. */
  after?: ClaimPosition | undefined
}

/**
 * Where more claims than this fit a condition, going through the list in its order soon finds enough. Of a million claims, either way
 * reads about as many: ten thousand that fit, or those of each status up to the fiftieth that does.
 */
const COMMON = 10_000

const DIRECTIONS = {
  newest: 'desc',
  oldest: 'asc',
  largest: 'desc',
  smallest: 'asc',
} as const satisfies Record<ClaimSort, 'asc' | 'desc'>

/** Lists claims by filter and order. No query scans all of them, for any filter. */
export function createClaimListStore({ db, dialect }: Database, common = COMMON) {
  async function isCommon({ indexed, probe, most = common }: ClaimCondition): Promise<boolean> {
    const fitting = probe ?? sql`select 1 from claim where ${indexed}`
    const { rows } = await sql`${fitting} limit ${sql.lit(most + 1)}`.execute(db)
    return rows.length > most
  }

  /** Finds the first positions of a filtered list, in its order. */
  async function pick(filter: ClaimFilter): Promise<ClaimPosition[]> {
    const { payment, search, sort = 'newest', limit } = filter
    const status = payment === undefined ? filter.status : STATUS_OF_PAYMENT[payment]
    if (filter.status !== undefined && filter.status !== status) return []
    const list = { ...filter, status }
    const conditions = conditionsOf(filter)
    if (!search) return await narrow(list, conditions)
    const found = await Promise.all(
      searchConditions(search, dialect).map((condition) => narrow(list, [condition, ...conditions])),
    )
    const unique = new Map(found.flat().map((position) => [position.seq, position]))
    return [...unique.values()].sort(comparison(sort)).slice(0, limit)
  }

  /** Finds claims that fit all conditions: by the index on one that few fit, or in the order of the list where each is common. */
  async function narrow(list: ClaimFilter, conditions: readonly ClaimCondition[]): Promise<ClaimPosition[]> {
    for (const rare of conditions) {
      if (!rare.isCovered && (await isCommon(rare))) continue
      const others = conditions.filter((condition) => condition !== rare)
      return await collect(list, allOf([rare.indexed, ...others.map(({ plain }) => plain)]))
    }
    return await walk(list, conditions)
  }

  /** Goes through the list in its order, by the index of that order. */
  async function walk(
    { status, sort = 'newest', limit, after }: ClaimFilter,
    conditions: readonly ClaimCondition[],
  ): Promise<ClaimPosition[]> {
    // The one index by amount begins with the status: a second one would cost every claim that comes in.
    const statuses = status ? [status] : isByAmount(sort) ? CLAIM_STATUSES : [undefined]
    const order = isByAmount(sort) ? 'amount' : 'arrival'
    const met = conditions.flatMap(({ plain, bounds }) =>
      bounds?.of === order ? [plain, bounds.within] : [plain],
    )
    const pages = await unsorted(met.length > 0, (reader) =>
      Promise.all(
        statuses.map((each) => {
          let query = places(reader, sort, INDEXED).limit(limit)
          if (each) query = query.where('status', '=', each)
          if (met.length > 0) query = query.where(allOf(met))
          if (after) query = query.where(comesAfter(after, sort, INDEXED))
          return query.execute()
        }),
      ),
    )
    return pages.flat().sort(comparison(sort)).slice(0, limit)
  }

  /**
   * Reads in the order of an index. Left to itself, PostgreSQL takes several conditions to be so rare that it gathers all that fits, and
   * sorts it.
   */
  function unsorted<T>(isFiltered: boolean, read: (reader: Kysely<Schema>) => Promise<T>): Promise<T> {
    if (!isFiltered || dialect !== 'postgres') return read(db)
    return db.transaction().execute(async (tx) => {
      await sql`select set_config('enable_sort', 'off', true)`.execute(tx)
      return await read(tx)
    })
  }

  /** Finds the claims that fit a condition by the index on it, and sorts them into the list's order. */
  function collect(
    { status, sort = 'newest', limit, after }: ClaimFilter,
    condition: RawBuilder<boolean>,
  ): Promise<ClaimPosition[]> {
    let query = places(db, sort, UNINDEXED).where(condition).limit(limit)
    if (status) query = query.where(sql<boolean>`claim.status || '' = ${status}`)
    if (after) query = query.where(comesAfter(after, sort, UNINDEXED))
    return query.execute()
  }

  const claimsOf = preparedQuery<ListedClaim>(db, (addresses) =>
    claimsAndPayments(db).where(inArray(dialect, 'claim.evm_address', addresses)),
  )

  return {
    /** Returns a page of the claims, in order. */
    async list(filter: ClaimFilter): Promise<ListedClaim[]> {
      const picked = (await pick(filter)).map(({ seq }) => seq)
      if (picked.length === 0) return []
      const claims = await claimsAndPayments(db).where('claim.seq', 'in', picked).execute()
      return claims.sort(comparison(filter.sort ?? 'newest'))
    },

    find(id: string): Promise<ListedClaim | undefined> {
      return claimsAndPayments(db).where('claim.id', '=', id).executeTakeFirst()
    },

    findWithPayment: batchedLookup<EvmAddress, ListedClaim | undefined>(async (addresses) => {
      const found = await claimsOf(textsFor(dialect, addresses))
      const byAddress = new Map(found.map((claim) => [claim.evmAddress, claim]))
      return addresses.map((address) => byAddress.get(address))
    }),
  }
}

/** The conditions of a filter, without its search; that which few are likely to fit first. */
function conditionsOf({ payment, amount, timeMs }: ClaimFilter): ClaimCondition[] {
  return [
    ...(payment === undefined ? [] : [paymentCondition(payment)]),
    ...(isBound(amount) ? [amountCondition(amount.from, amount.to)] : []),
    ...(isBound(timeMs) ? [timeCondition(timeMs.from, timeMs.to)] : []),
  ]
}

function isBound<Range extends { from?: unknown; to?: unknown }>(range: Range | undefined): range is Range {
  return range !== undefined && (range.from !== undefined || range.to !== undefined)
}

function isByAmount(sort: ClaimSort): boolean {
  return sort === 'largest' || sort === 'smallest'
}

/** The columns that a list is ordered by. */
interface OrderColumns {
  amount: RawBuilder<string>
  seq: RawBuilder<number>
}

const INDEXED: OrderColumns = { amount: sql`claim.amount_order`, seq: sql`claim.seq` }

/**
 * The same, written so that the planner can use no index on them: with one it would go through the whole
 * list.
 */
const UNINDEXED: OrderColumns = { amount: sql`claim.amount_order || ''`, seq: sql`claim.seq + 0` }

function places(db: Kysely<Schema>, sort: ClaimSort, { amount, seq }: OrderColumns) {
  const query = db.selectFrom('claim').select(['seq', 'amountOrder'])
  return (isByAmount(sort) ? query.orderBy(amount, DIRECTIONS[sort]) : query).orderBy(seq, DIRECTIONS[sort])
}

function comesAfter({ amountOrder, seq }: ClaimPosition, sort: ClaimSort, columns: OrderColumns) {
  const beyond = DIRECTIONS[sort] === 'desc' ? sql`<` : sql`>`
  return isByAmount(sort)
    ? sql<boolean>`(${columns.amount}, ${columns.seq}) ${beyond} (${amountOrder}, ${seq})`
    : sql<boolean>`${columns.seq} ${beyond} ${seq}`
}

function comparison(sort: ClaimSort): (a: ClaimPosition, b: ClaimPosition) => number {
  const sign = DIRECTIONS[sort] === 'desc' ? -1 : 1
  return (a, b) => {
    if (!isByAmount(sort) || a.amountOrder === b.amountOrder) return sign * (a.seq - b.seq)
    return a.amountOrder < b.amountOrder ? -sign : sign
  }
}

function claimsAndPayments(db: Database['db']) {
  return db
    .selectFrom('claim')
    .leftJoin('transfer', 'transfer.claimId', 'claim.id')
    .leftJoin('attempt_transfer', (join) =>
      join
        .onRef('attempt_transfer.transferId', '=', 'transfer.id')
        // Not a parameter: SQLite would not see that the partial index on in_flight = 1 can be used.
        .on('attempt_transfer.inFlight', '=', sql.lit(1)),
    )
    .leftJoin('attempt', 'attempt.id', 'attempt_transfer.attemptId')
    .selectAll('claim')
    .select([
      'attempt.state as attemptState',
      'transfer.state as paymentState',
      'transfer.recordedBy',
      'transfer.failure',
      'transfer.genesisHash',
    ])
}
