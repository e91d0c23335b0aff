import { type RawBuilder, sql } from 'kysely'
import { CLAIM_STATUSES, type ClaimPaymentFilter } from '#domain/claim.ts'
import { CLAIM_REJECTED } from '#domain/payment.ts'
import type { Dialect } from '#store/database/database.ts'

/** A WHERE condition on claims in two forms: with its index and without. */
export interface ClaimCondition {
  indexed: RawBuilder<boolean>
  plain: RawBuilder<boolean>
  /** Selects as many rows as fit, by the index; to be limited. Without it `indexed` is counted. */
  probe?: RawBuilder<unknown>
  /** Bounds of what a list in this order has to go through. */
  bounds?: { of: 'arrival' | 'amount'; within: RawBuilder<boolean> }
  /** Counted as common above this already: to be counted, each claim that fits has to be read. */
  most?: number
  /** The index has all that a list is ordered and filtered by: however many fit, they are found by it. */
  isCovered?: true
}

/** So many characters of an address's end are in the index; a shorter end is not searched for. */
const END = 4

/** The shortest beginning of a transaction that is searched for. */
const TRANSACTION_START = 6

const HEX = /^[0-9a-f]+$/i
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/

/** How people shorten what they quote: "0xcf50…c493", "7xKX...9abc", "…c493". */
const SHORTENED = /^(.*?)\s*(?:…|\.{2,}|\*+)\s*(.*)$/

/**
 * Reads what an operator searches for: an id or a transaction in full, and the beginning, the end, or both, of an address or a
 * transaction. A claim is found that fits any of these conditions.
 */
export function searchConditions(search: string, dialect: Dialect): ClaimCondition[] {
  const [, start = search, end = ''] = SHORTENED.exec(search) ?? []
  if (SHORTENED.test(search)) {
    if (start !== '') return shortened(start, end, dialect)
    return end.length < END ? [] : endings(end, dialect)
  }
  const exact = sql<boolean>`(claim.id = ${search.toUpperCase()} or claim.sol_tx = ${search})`
  return [
    { indexed: exact, plain: exact },
    ...(/^0(x|$)/i.test(search)
      ? [beginsWith('evm_address', search.toLowerCase())]
      : [beginsWith('sol_address', search)]),
    ...(search.length >= TRANSACTION_START ? [transactionBegins(search)] : []),
    ...(search.length >= END ? endings(search, dialect) : []),
    ...(search.length >= END && HEX.test(search)
      ? [beginsWith('evm_address', `0x${search.toLowerCase()}`)]
      : []),
  ]
}

function shortened(start: string, end: string, dialect: Dialect): ClaimCondition[] {
  const isEvm = /^0x/i.test(start)
  const begins = isEvm
    ? [beginsWith('evm_address', start.toLowerCase())]
    : [beginsWith('sol_address', start), ...(start.length >= END ? [transactionBegins(start)] : [])]
  if (end === '') return begins
  const ending = isEvm ? end.toLowerCase() : end
  const columns = isEvm ? (['evm_address'] as const) : (['sol_address', 'sol_tx'] as const)
  return begins.map((condition, index) => {
    const column = columns[index] ?? 'sol_tx'
    const ends = endOf(column, ending.length, dialect)
    const both = (one: RawBuilder<boolean>) => sql<boolean>`(${one} and ${ends} = ${ending})`
    if (column === 'sol_tx' || ending.length < END) {
      return { indexed: both(condition.indexed), plain: both(condition.plain) }
    }
    // The end is the rarer part: beginnings are chosen to look alike, and "0x" is that of all.
    const byEnd = endsWith(column, ending, dialect).indexed
    return { indexed: sql<boolean>`(${byEnd} and ${condition.plain})`, plain: both(condition.plain) }
  })
}

function endings(end: string, dialect: Dialect): ClaimCondition[] {
  return [
    ...(HEX.test(end) ? [endsWith('evm_address', end.toLowerCase(), dialect)] : []),
    ...(BASE58.test(end) ? [endsWith('sol_address', end, dialect)] : []),
  ]
}

/** In a form that uses an index and gives `%` and `_` no meaning. U+FFFF sorts after anything in an address. */
function beginsWith(column: 'evm_address' | 'sol_address', prefix: string): ClaimCondition {
  const name = sql.raw(`claim.${column}`)
  return {
    indexed: sql<boolean>`(${name} >= ${prefix} and ${name} < ${`${prefix}\uffff`})`,
    plain: sql<boolean>`substr(${name}, 1, ${sql.lit(prefix.length)}) = ${prefix}`,
    ...(column === 'sol_address' && { isCovered: true }),
  }
}

function transactionBegins(prefix: string): ClaimCondition {
  const condition = sql<boolean>`(claim.sol_tx is not null and claim.sol_tx >= ${prefix} and claim.sol_tx < ${`${prefix}\uffff`})`
  return { indexed: condition, plain: condition }
}

/** By the index on the last characters (see migrations/claim-search.ts); the rest is compared. */
function endsWith(column: 'evm_address' | 'sol_address', end: string, dialect: Dialect): ClaimCondition {
  const whole = sql<boolean>`${endOf(column, end.length, dialect)} = ${end}`
  return {
    indexed: sql<boolean>`(${endOf(column, END, dialect)} = ${end.slice(-END)} and ${whole})`,
    plain: sql<boolean>`(${whole} or 1 = 0)`,
    most: 1000,
  }
}

function endOf(column: string, length: number, dialect: Dialect): RawBuilder<string> {
  const name = sql.raw(`claim.${column}`)
  return dialect === 'sqlite'
    ? sql<string>`substr(${name}, ${sql.lit(-length)})`
    : sql<string>`right(${name}, ${sql.lit(length)})`
}

const STATES = { failed: 'failed', on_hold: 'hold', in_flight: 'in_flight' } as const

/** Claims whose payment is in a state, or was recorded by hand. */
export function paymentCondition(payment: ClaimPaymentFilter): ClaimCondition {
  const counted = ofPayment(payment)
  return {
    indexed: sql<boolean>`claim.id in (select claim_id from transfer where ${counted} and claim_id is not null)`,
    // With a limit, so that PostgreSQL looks at each claim in turn, and does not join all that fit first.
    plain: sql<boolean>`(select 1 from transfer where transfer.claim_id = claim.id and ${counted} limit 1) = 1`,
    probe: sql`select 1 from transfer where ${counted} and claim_id is not null`,
  }
}

/** True of the transfers that a filter means. Literals, so that SQLite sees that a partial index fits. */
export function ofPayment(payment: ClaimPaymentFilter): RawBuilder<boolean> {
  if (payment === 'by_hand') {
    return sql`transfer.recorded_by <> 'run' and transfer.recorded_by in ('mark_sent', 'mark_sent_forced')`
  }
  const fits = sql<boolean>`transfer.state = ${sql.lit(STATES[payment])}`
  // A rejected claim that is queued again waits as others do.
  return payment === 'failed'
    ? sql`${fits} and coalesce(transfer.failure, '') <> ${sql.lit(CLAIM_REJECTED)}`
    : fits
}

/** Claims of an amount, in wei, from one to another, both included. */
export function amountCondition(from: bigint | undefined, to: bigint | undefined): ClaimCondition {
  const bounds = (column: RawBuilder<unknown>) =>
    sql.join(
      [
        ...(from === undefined ? [] : [sql`${column} >= ${amountOrder(from.toString())}`]),
        ...(to === undefined ? [] : [sql`${column} <= ${amountOrder(to.toString())}`]),
      ],
      sql` and `,
    )
  const statuses = sql.join(CLAIM_STATUSES.map((status) => sql.lit(status)))
  const indexed = bounds(sql`claim.amount_order`)
  return {
    indexed: sql<boolean>`(claim.status in (${statuses}) and ${indexed})`,
    plain: sql<boolean>`(${indexed})`,
    bounds: { of: 'amount', within: sql<boolean>`(${indexed})` },
  }
}

/** Claims submitted from one time to another, both included. */
export function timeCondition(fromMs: number | undefined, toMs: number | undefined): ClaimCondition {
  const bounds = (column: RawBuilder<unknown>) =>
    sql<boolean>`(${sql.join(
      [
        ...(fromMs === undefined ? [] : [sql`${column} >= ${fromMs}`]),
        ...(toMs === undefined ? [] : [sql`${column} <= ${toMs}`]),
      ],
      sql` and `,
    )})`
  return {
    indexed: bounds(sql`claim.submitted_at_ms`),
    plain: bounds(sql`(claim.submitted_at_ms + 0)`),
    bounds: { of: 'arrival', within: allOf(placesAround(fromMs, toMs)) },
  }
}

/** Servers whose clocks differ by no more than this number claims in the order of their times. */
const CLOCKS_DIFFER_MS = 3_600_000

/** Bounds of the places, in the order of arrival, of claims that were submitted between these times. */
function placesAround(fromMs: number | undefined, toMs: number | undefined): RawBuilder<boolean>[] {
  return [
    ...(fromMs === undefined
      ? []
      : [
          sql<boolean>`claim.seq >= (select early.seq from claim as early
            where early.submitted_at_ms >= ${fromMs - CLOCKS_DIFFER_MS} order by early.submitted_at_ms limit 1)`,
        ]),
    ...(toMs === undefined
      ? []
      : [
          sql<boolean>`claim.seq <= (select late.seq from claim as late
            where late.submitted_at_ms <= ${toMs + CLOCKS_DIFFER_MS} order by late.submitted_at_ms desc limit 1)`,
        ]),
  ]
}

/** True of a claim that all of these are true of. */
export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Prefixes an amount with its length: longer numbers are larger ones, and equally long ones sort as text. */
export function amountOrder(amountWei: string): string {
  return String(amountWei.length).padStart(2, '0') + amountWei
}
