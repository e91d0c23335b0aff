import { createHash } from 'node:crypto'
import type { Address } from '@solana/kit'
import { type RawBuilder, sql } from 'kysely'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import type { Transfer } from '#domain/transfer.ts'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Database } from '#store/database/database.ts'
import type { WalletKey } from '#store/records/records-behind.ts'
import { type Carrier, carriedTransfers, withCarriers } from './accounted-attempts.ts'

/** A place in the ledger: it is in the order in which payments were settled. */
export interface LedgerPlace {
  settledAtMs: number
  id: number
}

/** A stretch of time, in milliseconds: from its beginning to before its end. */
export interface LedgerWindow {
  fromMs: number | null
  toMs: number | null
}

/** A payment that was made. It outlives its claim. */
export interface LedgerEntry extends Transfer {
  settledAtMs: number
  /** The transaction by which a run made it; null where it was recorded without one. */
  carrier: Carrier | null
}

type Token = Pick<Transfer, 'genesisHash' | 'mintAddress' | 'mintDecimals'>

/** The payments of one token. */
export interface LedgerTotal extends Token {
  payments: number
  baseUnits: bigint
  /** Those that were marked sent although no transaction shows them: they are no part of the others. */
  unproved: { payments: number; baseUnits: bigint }
}

/** As the database sums them. */
interface TokenSums extends Token {
  payments: number
  sum: string
  /** Part of the others. */
  unproved: number
  unprovedSum: string
}

const BEGINNING: LedgerPlace = { settledAtMs: -1, id: 0 }

/** Reads every payment that was made, by a run or otherwise, also of claims that were reset since. */
export function createLedgerStore({ db, dialect }: Database) {
  const paidWithin = ({ fromMs, toMs }: LedgerWindow) =>
    db
      .selectFrom('transfer')
      // A literal, so that SQLite sees that the partial index fits.
      .where('state', '=', sql.lit('paid'))
      .$if(fromMs !== null, (query) => query.where('settledAtMs', '>=', fromMs ?? 0))
      .$if(toMs !== null, (query) => query.where('settledAtMs', '<', toMs ?? 0))

  return {
    /** Returns when each wallet that was paid a token since was paid last, in milliseconds. */
    async paidSince(
      { genesisHash, mintAddress }: Pick<Token, 'genesisHash' | 'mintAddress'>,
      sinceMs: number,
    ): Promise<ReadonlyMap<Address, number>> {
      const rows = await paidWithin({ fromMs: sinceMs, toMs: null })
        .select(({ fn }) => ['recipient', fn.max('settledAtMs').$notNull().as('settledAtMs')])
        .where('genesisHash', '=', genesisHash)
        .where('mintAddress', '=', mintAddress)
        .groupBy('recipient')
        .execute()
      return new Map(rows.map(({ recipient, settledAtMs }) => [recipient, Number(settledAtMs)]))
    },

    async page(
      window: LedgerWindow,
      limit: number,
      { settledAtMs, id }: LedgerPlace = BEGINNING,
    ): Promise<LedgerEntry[]> {
      const rows = await paidWithin(window)
        .selectAll()
        .where(({ or, and, eb }) =>
          or([
            eb('settledAtMs', '>', settledAtMs),
            and([eb('settledAtMs', '=', settledAtMs), eb('id', '>', id)]),
          ]),
        )
        .orderBy('settledAtMs')
        .orderBy('id')
        .limit(limit)
        .execute()
      const payments = await withCarriers(db, rows)
      return payments.map((payment) => ({ ...payment, settledAtMs: payment.settledAtMs ?? 0 }))
    },

    /** Counts and sums the payments, by token: by whole hours from their tally, and one by one what is left at either end. */
    async totals(window: LedgerWindow): Promise<LedgerTotal[]> {
      const { hours, edges } = partsOf(window)
      const token = sql`genesis_hash, mint_address, mint_decimals`
      const baseUnits = dialect === 'sqlite' ? sql`base_units` : sql`base_units::numeric`
      const none = dialect === 'sqlite' ? sql`'0'` : sql`0::numeric`
      const tallied = sql`select ${token}, payments, base_units, 0 as unproved, ${none} as unproved_units
        from ledger_tally where ${within(sql`hour`, hours)}`
      const counted = edges.map(
        (edge) => sql`select ${token}, 1, ${baseUnits}, 0, ${none} from transfer
          where state = 'paid' and settled_at_ms is not null and ${within(sql`settled_at_ms`, edge)}`,
      )
      const { fromMs: from, toMs: to } = window
      const unproved = sql`select ${token}, 0, ${none}, 1, ${baseUnits} from transfer
        where recorded_by = 'mark_sent_forced' and state = 'paid' and ${within(sql`settled_at_ms`, { from, to })}`
      const sumOf = (column: string) => sumDecimals.of(dialect, sql<bigint>`${sql.ref(column)}`)
      const { rows } = await sql<TokenSums>`
        select genesis_hash as "genesisHash", mint_address as "mintAddress", mint_decimals as "mintDecimals",
          sum(payments) as payments, ${sumOf('base_units')} as sum,
          sum(unproved) as unproved, ${sumOf('unproved_units')} as "unprovedSum"
        from (${sql.join([tallied, ...counted, unproved], sql` union all `)}) as part
        group by ${token} having sum(payments) > 0 order by genesis_hash, mint_address, mint_decimals`.execute(
        db,
      )
      return rows.map(({ payments, sum, unproved, unprovedSum, ...of }) => ({
        ...of,
        payments: Number(payments) - Number(unproved),
        baseUnits: BigInt(sum) - BigInt(unprovedSum),
        unproved: { payments: Number(unproved), baseUnits: BigInt(unprovedSum) },
      }))
    },
  }
}

const HOUR_MS = 3_600_000

/** From its beginning to before its end; null where there is none. */
interface Stretch {
  from: number | null
  to: number | null
}

/** Divides a stretch of time into whole hours since the epoch, and the milliseconds before and after them. */
function partsOf({ fromMs, toMs }: LedgerWindow): { hours: Stretch; edges: Stretch[] } {
  const first = fromMs === null ? null : Math.ceil(fromMs / HOUR_MS)
  const last = toMs === null ? null : Math.floor(toMs / HOUR_MS)
  if (first !== null && last !== null && last <= first) {
    return { hours: { from: 0, to: 0 }, edges: [{ from: fromMs, to: toMs }] }
  }
  return {
    hours: { from: first, to: last },
    edges: [
      ...(first === null ? [] : [{ from: fromMs, to: first * HOUR_MS }]),
      ...(last === null ? [] : [{ from: last * HOUR_MS, to: toMs }]),
    ].filter(({ from, to }) => from !== to),
  }
}

function within(column: RawBuilder<unknown>, { from, to }: Stretch): RawBuilder<boolean> {
  const bounds = [
    ...(from === null ? [] : [sql`${column} >= ${sql.lit(from)}`]),
    ...(to === null ? [] : [sql`${column} < ${sql.lit(to)}`]),
  ]
  return bounds.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(bounds, sql` and `)}`
}

/** The columns that say whom a transfer pays how much, and for what. */
const DEBT = [
  'transfer.id',
  'transfer.evmAddress',
  'transfer.distributionId',
  'transfer.rowNumber',
  'transfer.recipient',
  'transfer.baseUnits',
]

/** The payments of one transaction in the records, as text. */
interface SealedPayment {
  /** The run that signed it; without one, the newest run there was when it was recorded. */
  runId: number
  text: string
}

/** A wallet's recorded payments, made or under way, by run. */
export interface PaidLedger {
  /** Returns a digest over all payments before a run. */
  digestBefore(runId: number): string
  /** Returns true when the run, or a later one, has signed anything. */
  isSignedFrom(runId: number): boolean
}

/**
 * Reads the records that prevent a wallet's payments from being made again: its attempts that are paid or
 * under way with the transfers that they carry, and payments recorded without a run. The database makes one
 * text for each transaction: reading a quarter of a million transfers row by row would take seconds.
 */
export async function readPaidLedger(database: Database, wallet: WalletKey): Promise<PaidLedger> {
  const signed = await paidByRuns(database, wallet)
  const digests = digestsByRun([...signed, ...(await paidWithoutRun(database, wallet))])
  return {
    digestBefore: (before) => digests.findLast(({ runId }) => runId < before)?.digest ?? '',
    isSignedFrom: (first) => signed.some(({ runId }) => runId >= first),
  }
}

/** Computes the digest over each run's entries and all before them, in the order of the runs. */
function digestsByRun(entries: SealedPayment[]): { runId: number; digest: string }[] {
  entries.sort((one, other) => one.runId - other.runId || (one.text < other.text ? -1 : 1))
  const hash = createHash('sha256')
  return entries.flatMap(({ runId, text }, index) => {
    hash.update(`${runId} ${text}\n`)
    return entries[index + 1]?.runId === runId ? [] : [{ runId, digest: hash.copy().digest('hex') }]
  })
}

function paidByRuns({ db, dialect }: Database, wallet: WalletKey): Promise<SealedPayment[]> {
  return carriedTransfers(db)
    .select(['attempt.runId as runId', ledgerText(dialect, 'attempt.signature', DEBT).as('text')])
    .where('attempt.genesisHash', '=', wallet.genesisHash)
    .where('attempt.walletAddress', '=', wallet.walletAddress)
    .whereRef('transfer.genesisHash', '=', 'attempt.genesisHash')
    .where(({ or, and, eb }) =>
      or([
        and([eb('attempt.state', '=', 'paid'), eb('transfer.state', '=', 'paid')]),
        and([
          eb('attempt.state', 'in', [...UNRESOLVED_ATTEMPT_STATES]),
          eb('attempt_transfer.inFlight', '=', 1),
          eb('transfer.state', 'in', ['in_flight', 'hold']),
        ]),
      ]),
    )
    .groupBy('attempt.id')
    .execute()
}

/**
 * Reads payments that were marked as sent or taken over from the chain: the wallet that made them is not
 * recorded.
 */
function paidWithoutRun({ db, dialect }: Database, { genesisHash }: WalletKey): Promise<SealedPayment[]> {
  return db
    .selectFrom('transfer')
    .select(({ fn, val }) => [
      fn.coalesce('recordedAfterRun', val(0)).as('runId'),
      ledgerText(dialect, 'transfer.paidTx', [...DEBT, 'transfer.mintAddress', 'transfer.genesisHash']).as(
        'text',
      ),
    ])
    .where('runId', 'is', null)
    .where('state', '=', 'paid')
    .where('genesisHash', 'in', [genesisHash, UNKNOWN_CLUSTER])
    .groupBy(['recordedAfterRun', 'paidTx'])
    .execute()
}

/**
 * Builds the text of an entry. Values are quoted, so that one can not pass for two, nor SQLite's bytes for
 * text.
 */
function ledgerText(
  dialect: Database['dialect'],
  signature: string,
  columns: readonly string[],
): RawBuilder<string> {
  const quote = sql.raw(dialect === 'sqlite' ? 'quote' : 'quote_nullable')
  const transfer = sql.join(
    columns.map((column) => sql`${quote}(${sql.ref(column)})`),
    sql` || ',' || `,
  )
  return sql<string>`${quote}(${sql.ref(signature)}) || ':' || string_agg(${transfer}, ';' order by transfer.id)`
}
