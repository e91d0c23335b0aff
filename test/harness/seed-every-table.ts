import { randomBytes } from 'node:crypto'
import type SqliteDatabase from 'better-sqlite3'
import type { BaseUnits, Wei } from '#domain/amounts.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { openStore, type Store } from '#store/store.ts'
import { LEFT_OUT } from '#store/tools/copying/copy-side.ts'
import { openPastServer } from './alter-store.ts'
import { MINT, sampleAttempt, sampleClaim, sampleRun, sampleTransfer } from './sample-rows.ts'

/** Text that a collation sorts otherwise than its bytes, or that has to be quoted. */
const TEXTS = ['a', 'B', 'ä', 'Z', '', 'O\'Brien "x" \\ $1 ?', 'two\nlines', '😀', '\u{ff5e}', ' a']

const SIWE_TERMS = {
  publicUrl: 'https://claim.example.org',
  tokenSymbol: '$X "y"',
  fileHash: 'hash',
  termsHash: null,
}

/** Fills every table of an SQLite store: with rows such as there are, and one made-up row where that left a table empty. */
export async function seedEveryTable(
  path: string,
  { claims: claimCount, payments } = { claims: 1_200, payments: 50 },
): Promise<void> {
  const store = await openStore(path)
  const claims = Array.from({ length: claimCount }, (_, n) =>
    sampleClaim({ siweTerms: n % 2 ? SIWE_TERMS : null }),
  )
  for (const amountWei of [7n, 10n ** 30n]) await publishList(store, claims, amountWei)
  await store.claims.insertMany(claims)
  await store.close()
  const { db, close } = await openDatabase(path)
  for (const [index, status] of (['sent', 'rejected'] as const).entries()) {
    const settled = { status, settledAtMs: 3_600_000 * (index + 2), solTx: status === 'sent' ? 'tx' : null }
    await db
      .updateTable('claim')
      .set(settled)
      .where('id', '=', claims[index]?.id ?? '')
      .execute()
  }
  await seedRun(db, claims.slice(0, payments))
  for (const text of TEXTS) {
    await db
      .insertInto('admin_session')
      .values({ tokenHash: text, createdAtMs: 2 ** 52, lastUsedAtMs: 1, expiresAtMs: 0 })
      .execute()
    await db
      .insertInto('operator_action')
      .values({ atMs: 1, action: 'reject', subject: text, detail: text, previous: text, hash: text })
      .execute()
  }
  // A number that was given is not given again, also where its row is gone.
  await db
    .deleteFrom('operator_action')
    .where('subject', '=', TEXTS.at(-1) ?? '')
    .execute()
  await close()
  openPastServer(path, (file) => {
    file.exec(`insert into lease values ('big', 'owner', ${2n ** 62n}, 0);
      insert into claim_tally values ('sent', 99, 3, -1, '-5')`)
    for (const table of emptyTables(file)) fill(file, table)
  })
}

async function publishList({ snapshots }: Store, claims: readonly NewClaim[], wei: bigint): Promise<void> {
  const amountWei = wei as Wei
  const id = await snapshots.stage('holders.csv', 'nonce', 1)
  const rows = claims.map(({ evmAddress: address }) => ({ address, amountWei, seal: 'seal' }))
  await snapshots.addRows(id, rows)
  const facts = { fileHash: 'hash', root: 'root', addressCount: claims.length, nowMs: 2, seal: 'seal' }
  await snapshots.publish(id, { ...facts, totalWei: amountWei })
}

/** A run of a distribution with attempts of every end, and payments of every state. */
async function seedRun(db: Database['db'], claims: readonly NewClaim[]): Promise<void> {
  const distribution = {
    id: 'd',
    fileName: 'ä.xlsx',
    fileHash: 'h',
    rowCount: 2,
    totalBaseUnits: 2n as BaseUnits,
  }
  const terms = { mintAddress: MINT, mintDecimals: 9, genesisHash: 'genesis', createdAtMs: 1 }
  await db
    .insertInto('distribution')
    .values({ ...distribution, ...terms })
    .execute()
  const run = await db
    .insertInto('run')
    .values(sampleRun({ distributionId: 'd' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const states = ['queued', 'in_flight', 'hold', 'paid', 'failed'] as const
  for (const [index, claim] of claims.entries()) {
    const state = states[index % states.length] ?? 'queued'
    const paid = state === 'paid' ? { recordedBy: 'mark_sent' as const, settledAtMs: 7_200_000 } : {}
    const transfer = await db
      .insertInto('transfer')
      .values(sampleTransfer(claim, { runId: run.id, state, ...paid }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const attempt = sampleAttempt(run.id, 1, {
      state: state === 'hold' ? 'hold' : 'paid',
      wireBytes: randomBytes(index),
    })
    await db.insertInto('attempt').values(attempt).execute()
    await db
      .insertInto('attempt_transfer')
      .values({
        attemptId: attempt.id,
        transferId: transfer.id,
        position: 0,
        inFlight: 0,
        runId: attempt.runId,
      })
      .execute()
  }
}

function tables(file: SqliteDatabase.Database): string[] {
  const query = `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
  return (file.prepare(query).pluck().all() as string[]).filter((name) => !LEFT_OUT.includes(name))
}

function emptyTables(file: SqliteDatabase.Database): string[] {
  return tables(file).filter((name) => file.prepare(`select count(*) from "${name}"`).pluck().get() === 0)
}

/** Adds a row whose values are of their columns' types, and mean nothing. */
function fill(file: SqliteDatabase.Database, table: string): void {
  const columns = file.prepare('select name, type from pragma_table_info(?)').all(table) as {
    name: string
    type: string
  }[]
  const values = columns.map(({ name, type }) => {
    if (type.toLowerCase() === 'blob') return Buffer.from([0, 255, 1])
    return type.toLowerCase() === 'text' ? name : 1
  })
  file.pragma('foreign_keys = off')
  const places = values.map(() => '?').join(', ')
  file.prepare(`insert into "${table}" values (${places})`).run(...values)
}
