import type SqliteDatabase from 'better-sqlite3'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { SiweTerms } from '#domain/claim-message.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Dialect } from './database.ts'

type ColumnReader = (stored: unknown, column: string) => unknown

const WHOLE_NUMBER = /^(?:0|[1-9]\d*)$/
const DECIMAL = /^\d+(?:\.\d+)?$/

/** Amounts are text in the database: SQLite's integers end at 2^63, a wei amount at 2^256. */
const wholeNumber: ColumnReader = (stored, column) => {
  if (typeof stored !== 'string' || !WHOLE_NUMBER.test(stored)) throw unreadable(column)
  return BigInt(stored)
}

const decimal: ColumnReader = (stored, column) => {
  if (typeof stored !== 'string' || !DECIMAL.test(stored)) throw unreadable(column)
  return stored
}

const json: ColumnReader = (stored, column) => {
  try {
    return JSON.parse(String(stored))
  } catch {
    throw unreadable(column)
  }
}

const comparison: ColumnReader = (stored, column) => {
  const read = json(stored, column) as { baseUnits: unknown }
  // 0.2.0 did not count what was undecided.
  return { undecided: 0, ...read, baseUnits: wholeNumber(read.baseUnits, column) }
}

const siweTerms: ColumnReader = (stored, column): SiweTerms => {
  const { publicUrl, tokenSymbol, fileHash, termsHash } = Object(json(stored, column))
  const areTexts = [publicUrl, tokenSymbol, fileHash, termsHash ?? ''].every(
    (each) => typeof each === 'string',
  )
  if (!areTexts) throw unreadable(column)
  return { publicUrl, tokenSymbol, fileHash, termsHash: termsHash ?? null }
}

const READERS: Readonly<Record<string, ColumnReader>> = {
  amountUA: decimal,
  dustUA: decimal,
  amountWei: wholeNumber,
  totalWei: wholeNumber,
  baseUnits: wholeNumber,
  totalBaseUnits: wholeNumber,
  anchorBaseUnits: wholeNumber,
  maxBaseUnits: wholeNumber,
  feeLamports: wholeNumber,
  rentLamports: wholeNumber,
  estimatedFeeLamports: wholeNumber,
  estimatedRentLamports: wholeNumber,
  mintExtensions: json,
  banner: json,
  unseenWarnings: json,
  comparison,
  siweTerms,
}

/**
 * Returns the function that reads a column's values as the records of `domain` have them, or null where the database has them so
 * already. It throws record_unreadable.
 */
export function columnReader(column: string): ((stored: unknown) => unknown) | null {
  const reader = READERS[column]
  return reader ? (stored) => (stored === null ? null : reader(stored, column)) : null
}

function unreadable(column: string): PortalError {
  return new PortalError('record_unreadable', { column })
}

/**
 * Sums whole numbers of any size exactly that are kept as text: PostgreSQL has `numeric` for them, SQLite has
 * no such type.
 */
export const sumDecimals = {
  /** Returns the sum as a decimal string, "0" over no rows. */
  of(dialect: Dialect, column: Expression<bigint>): RawBuilder<string> {
    return dialect === 'sqlite'
      ? sql<string>`sum_decimals(${column})`
      : sql<string>`coalesce(sum((${column})::numeric), 0)::text`
  },

  register(database: SqliteDatabase.Database): void {
    database.aggregate('sum_decimals', {
      start: () => 0n,
      step: (sum: bigint, text: unknown) => (typeof text === 'string' ? sum + BigInt(text) : sum),
      result: (sum: bigint) => sum.toString(),
    })
    database.function('add_decimals', { deterministic: true }, (a: unknown, b: unknown) =>
      (BigInt(String(a)) + BigInt(String(b))).toString(),
    )
  },
}
