import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { BEFORE_EVM_ADDRESSES, type EvmAddress } from '#domain/evm-address.ts'
import type { ReceiptSigner } from '#domain/portal-receipt.ts'
import {
  type AllocationSeal,
  type RecordSeal,
  type SealedRecord,
  sealedAttempt,
  sealedClaim,
  sealedHolderList,
  sealedRecord,
  sealedRow,
  sealedSupersededList,
} from '#domain/sealed-record.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import type { Database } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'
import { carriedBy } from '#store/payouts/accounted-attempts.ts'
import { type PaidLedger, readPaidLedger } from '#store/payouts/ledger.ts'
import { anchorOf, sealedAnchor } from '#store/records/anchors.ts'
import { sealedAcknowledgement } from '#store/records/known-transactions.ts'

type Row = readonly Key[]
type Key = string | number

/** A sealed row: its primary key, and how a ring of keys verifies its seal and makes a new one. */
export interface RowToSeal {
  key: Row
  fits(ring: KeyRing): boolean
  seal(ring: KeyRing): string
}

/** A table whose rows carry a seal in a column of text. */
export interface SealedTable {
  /** What an operator calls its rows. */
  name: string
  table: keyof Schema
  column: 'seal' | 'anchor_seal'
  keyColumns: readonly string[]
  /** The sealed rows in the order of their keys, which sealing does not change. */
  pages(database: Database): AsyncGenerator<RowToSeal[]>
}

const ROWS_PER_PAGE = 1_000

/** Every table with seals of text: what SECRETS_KEY authenticates. Secrets are sealed otherwise (see rotate-key.ts). */
export const SEALED_TABLES: readonly SealedTable[] = [
  byKey({ name: 'claims', table: 'claim', key: 'seq', first: 0 }, (rows) =>
    rows.map((row) => recordToSeal([row.seq], sealedClaim(row), row.seal)),
  ),
  byKey({ name: 'corrected claims', table: 'claim_correction', key: 'id', first: 0 }, (rows) =>
    rows.map((row) => recordToSeal([row.id], sealedClaim({ ...row, id: row.claimId }), row.seal)),
  ),
  byKey(
    {
      ...{ name: 'rows of distributions', table: 'transfer', key: 'id', first: 0 },
      isSealed: sql`seal is not null`,
    },
    (rows) => rows.map((row) => recordToSeal([row.id], sealedRow(row), row.seal ?? '')),
  ),
  byKey({ name: 'signed transactions', table: 'attempt', key: 'id', first: '' }, async (rows, db) => {
    const signatures = rows.map(({ signature }) => signature)
    const carried = Map.groupBy(
      signatures.length === 0 ? [] : await carriedBy(db, signatures),
      ({ signature }) => signature,
    )
    return rows.map((row) =>
      recordToSeal([row.id], sealedAttempt(row, carried.get(row.signature) ?? []), row.seal),
    )
  }),
  {
    name: 'balances before runs',
    table: 'run',
    column: 'anchor_seal',
    keyColumns: ['id'],
    pages: anchorPages,
  },
  {
    name: 'acknowledgements',
    table: 'acknowledged_transaction',
    column: 'seal',
    keyColumns: ['genesis_hash', 'signature'],
    async *pages({ db }) {
      const rows = await db.selectFrom('acknowledged_transaction').selectAll().execute()
      yield rows.map((row) =>
        recordToSeal([row.genesisHash, row.signature], sealedAcknowledgement(row), row.seal),
      )
    },
  },
  // One that can not be restored has no seal.
  byKey({ name: 'holder lists', table: 'snapshot', key: 'id', first: 0, isSealed: sql`seal <> ''` }, (rows) =>
    rows.map((row) => {
      const record = row.state === 'superseded' ? sealedSupersededList(row) : sealedHolderList(row)
      return recordToSeal([row.id], record, row.seal)
    }),
  ),
  byKey({ name: 'passkeys', table: 'passkey', key: 'id', first: '' }, (rows) =>
    rows.map((row) => recordToSeal([row.id], sealedRecord('passkey', row), row.seal)),
  ),
  byKey({ name: 'people who uploaded or published', table: 'maker', key: 'subject', first: '' }, (rows) =>
    rows.map((row) => recordToSeal([row.subject], sealedRecord('maker', row), row.seal)),
  ),
  {
    name: 'rows of holder lists',
    table: 'allocation',
    column: 'seal',
    keyColumns: ['snapshot_id', 'evm_address'],
    pages: allocationPages,
  },
]

/** A table whose rows are found by one column of their key. */
interface KeyedTable<Name extends keyof Schema> extends Pick<SealedTable, 'name'> {
  table: Name
  key: string
  /** Sorts before every key. */
  first: Key
  /** True of the rows that have a seal; of all unless given. */
  isSealed?: RawBuilder<unknown>
}

function byKey<Name extends keyof Schema>(
  { name, table, key, first, isSealed = sql`1 = 1` }: KeyedTable<Name>,
  toSeal: (rows: Selectable<Schema[Name]>[], db: Kysely<Schema>) => RowToSeal[] | Promise<RowToSeal[]>,
): SealedTable {
  const read = async (db: Kysely<Schema>, after: Key) => {
    const { rows } = await sql<Selectable<Schema[Name]>>`select * from ${sql.table(table)}
      where ${sql.ref(key)} > ${after} and ${isSealed}
      order by ${sql.ref(key)} limit ${sql.lit(ROWS_PER_PAGE)}`.execute(db)
    return await toSeal(rows, db)
  }
  const pages = ({ db }: Database) => pagesAfter(first, (after) => read(db, after))
  return { name, table, column: 'seal', keyColumns: [key], pages }
}

function recordToSeal(key: Row, record: SealedRecord, seal: string): RowToSeal {
  return { key, fits: ({ seals }) => seals.fits(record, seal), seal: ({ seals }) => seals.make(record) }
}

/** Reads pages, each from behind the key of the last row of the one before. */
async function* pagesAfter<K extends Key>(
  first: K,
  read: (after: K) => Promise<RowToSeal[]>,
): AsyncGenerator<RowToSeal[]> {
  let after = first
  for (;;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)?.key.at(-1) as K
  }
}

async function* anchorPages(database: Database): AsyncGenerator<RowToSeal[]> {
  const runs = await database.db
    .selectFrom('run')
    .selectAll()
    .where('anchorSeal', 'is not', null)
    .orderBy('id')
    .execute()
  const ledgers = new Map<string, PaidLedger>()
  for (const run of runs) {
    const anchor = anchorOf(run)
    if (!anchor) continue
    const wallet = JSON.stringify([run.genesisHash, run.walletAddress, run.mintAddress])
    const ledger = ledgers.get(wallet) ?? (await readPaidLedger(database, run))
    ledgers.set(wallet, ledger)
    yield [recordToSeal([run.id], sealedAnchor(run, anchor, ledger), run.anchorSeal ?? '')]
  }
}

async function* allocationPages({ db }: Database): AsyncGenerator<RowToSeal[]> {
  const lists = await db.selectFrom('snapshot').select(['id', 'nonce']).orderBy('id').execute()
  for (const list of lists)
    yield* pagesAfter(BEFORE_EVM_ADDRESSES, (after) => allocationsAfter(db, list, after))
}

async function allocationsAfter(
  db: Kysely<Schema>,
  { id, nonce }: { id: number; nonce: string },
  after: EvmAddress,
): Promise<RowToSeal[]> {
  const rows = await db
    .selectFrom('allocation')
    // Unread: the seal says first whether the amount is the one that was published.
    .select(['evmAddress', 'amountWei as storedWei', 'seal'])
    .where('snapshotId', '=', id)
    .where('evmAddress', '>', after)
    .orderBy('evmAddress')
    .limit(ROWS_PER_PAGE)
    .execute()
  return rows.map(({ evmAddress, storedWei, seal }) => ({
    key: [id, evmAddress],
    fits: ({ allocationSeals }) => allocationSeals.fits(nonce, evmAddress, storedWei, seal),
    seal: ({ allocationSeals }) => allocationSeals.make(nonce, evmAddress, String(storedWei)),
  }))
}

/** Everything that is made from one SECRETS_KEY. */
export interface KeyRing {
  fingerprint: string
  seals: Pick<RecordSeal, 'make' | 'fits'>
  allocationSeals: AllocationSeal
  secrets: SecretBox
  receipts: ReceiptSigner
}
