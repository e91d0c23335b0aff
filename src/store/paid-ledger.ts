import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import type { Database } from './database.ts'
import type { WalletKey } from './records-behind.ts'

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
interface LedgerEntry {
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
function digestsByRun(entries: LedgerEntry[]): { runId: number; digest: string }[] {
  entries.sort((one, other) => one.runId - other.runId || (one.text < other.text ? -1 : 1))
  const hash = createHash('sha256')
  return entries.flatMap(({ runId, text }, index) => {
    hash.update(`${runId} ${text}\n`)
    return entries[index + 1]?.runId === runId ? [] : [{ runId, digest: hash.copy().digest('hex') }]
  })
}

function paidByRuns({ db, dialect }: Database, wallet: WalletKey): Promise<LedgerEntry[]> {
  return db
    .selectFrom('attempt')
    .innerJoin('attempt_transfer', 'attempt_transfer.attemptId', 'attempt.id')
    .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transferId')
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
function paidWithoutRun({ db, dialect }: Database, { genesisHash }: WalletKey): Promise<LedgerEntry[]> {
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
