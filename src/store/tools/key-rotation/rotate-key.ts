import { type Selectable, sql } from 'kysely'
import { StartRefusedError } from '#domain/refused-error.ts'
import { SealBrokenError, type SecretBox } from '#domain/secret-box.ts'
import {
  nodeUrlsPlace,
  type OpenedKey,
  openSendingKey,
  type Sender,
  sendingKeyPlace,
} from '#domain/sender.ts'
import { type Database, databaseNow } from '#store/database/database.ts'
import { SERVER_GONE_AFTER_MS } from '#store/database/store-identity.ts'
import { inLongTransaction } from '#store/database/transactions.ts'
import type { SenderTable } from '#store/payouts/payout-tables.ts'
import { createReceiptKeyStore } from '#store/receipt-keys.ts'
import { type KeyRing, type RowToSeal, SEALED_TABLES, type SealedTable } from './sealed-tables.ts'

/**
 * Seals everything that one key has sealed with another, has the key of receipts signed by the one before, ends all sessions, drops the holder lists that wait for an answer, and binds the
 * store to the other key, in one commit: until then the one before is valid, and nothing is changed. Before the commit all is read and opened again. Throws StartRefusedError while
 * a server is running or a run is unfinished, where the store belongs to another key, and where something does not open afterwards.
 */
export function rotateKey(database: Database, from: KeyRing, to: KeyRing): Promise<Resealed[]> {
  return inLongTransaction(database, async (tx) => {
    const within: Database = { ...database, db: tx }
    await holdStore(within)
    await assertOwn(within, from)
    await assertNobodyServes(within)
    await assertNothingRuns(within)

    const resealed = [{ name: 'senders', ...(await resealSenders(within, from.secrets, to.secrets)) }]
    for (const table of SEALED_TABLES) resealed.push(await resealTable(within, table, from, to))
    await createReceiptKeyStore(within).rotate(from.receipts, to.receipts, Date.now())
    await tx.deleteFrom('admin_session').execute()
    // Who was asked about them has an id that was made with the key before.
    await tx.deleteFrom('list_upload_chunk').execute()
    await tx.deleteFrom('list_upload').execute()
    await tx.updateTable('store_identity').set({ keyFingerprint: to.fingerprint }).execute()
    await assertSealed(within, to, resealed)
    return resealed
  })
}

/** Keeps servers from starting, and runs from beginning, until the commit. On SQLite the write does: it has one writer. */
async function holdStore({ db, dialect }: Database): Promise<void> {
  if (dialect === 'postgres') {
    await sql`lock table running_server, run, store_identity in share row exclusive mode`.execute(db)
    // Pages are read by their index whatever the statistics say: sorting the rest of a long list for each page takes hours.
    for (const plan of ['enable_sort', 'enable_bitmapscan', 'enable_seqscan'])
      await sql`set local ${sql.raw(plan)} = off`.execute(db)
    return
  }
  await db
    .updateTable('store_identity')
    .set(({ ref }) => ({ probedAtMs: ref('probedAtMs') }))
    .execute()
}

async function assertOwn({ db }: Database, { fingerprint }: KeyRing): Promise<void> {
  const row = await db.selectFrom('store_identity').select('keyFingerprint').executeTakeFirst()
  if (row?.keyFingerprint === fingerprint) return
  throw new StartRefusedError('The key that is to be replaced is not the one that this database belongs to.')
}

async function assertNobodyServes({ db, dialect }: Database): Promise<void> {
  const nowMs = databaseNow(dialect)
  const row = await db
    .selectFrom('running_server')
    .select(sql<number>`(${nowMs} - max(seen_at_ms)) / 1000`.as('secondsAgo'))
    .where('seenAtMs', '>', sql<number>`${nowMs} - ${sql.lit(SERVER_GONE_AFTER_MS)}`)
    .executeTakeFirst()
  const secondsAgo = row?.secondsAgo ?? null
  if (secondsAgo === null) return
  throw new StartRefusedError(
    `A server is running on this database: it was seen ${Math.floor(secondsAgo)} s ago. Stop all servers. One that was killed counts as gone after ${SERVER_GONE_AFTER_MS / 1000} s.`,
  )
}

async function assertNothingRuns({ db }: Database): Promise<void> {
  const run = await db
    .selectFrom('run')
    .select('id')
    .where('state', 'in', ['running', 'stopping'])
    .executeTakeFirst()
  if (!run) return
  throw new StartRefusedError(
    'A run is unfinished: its transactions are sealed with the present key. Start Ferry, let the run end or stop it, and stop Ferry again.',
  )
}

/** Reads everything again, as a server with the new key will. */
async function assertSealed(
  database: Database,
  ring: KeyRing,
  resealed: readonly Omit<Resealed, 'broken'>[],
): Promise<void> {
  const fitting = new Map([['senders', await countOpening(database, ring.secrets)]])
  for (const table of SEALED_TABLES) fitting.set(table.name, await countFitting(database, table, ring))
  for (const { name, sealed } of resealed) {
    const found = fitting.get(name)
    if (found !== sealed)
      throw new StartRefusedError(
        `Of ${sealed} ${name} ${found} open with the new key. The old key stays valid.`,
      )
  }
}

type SenderRow = Selectable<SenderTable>

/** What of a sender is secret, in clear. */
interface OpenedSender extends OpenedKey {
  nodeUrls: Buffer
}

/** Opens the sending keys and the URLs of nodes with one key, and seals them with another. One that does not open stays as it is. */
async function resealSenders(
  { db }: Database,
  from: SecretBox,
  to: SecretBox,
): Promise<Omit<Resealed, 'name'>> {
  const counts = { sealed: 0, broken: 0 }
  for (const row of await db.selectFrom('sender').selectAll().execute()) {
    const opened = open(from, row)
    if (opened === null) {
      counts.broken += 1
      continue
    }
    await db
      .updateTable('sender')
      .set({
        sealedNodeUrls: to.seal(opened.nodeUrls, nodeUrlsPlace(row.kind)),
        sealedKey: to.seal(
          opened.key,
          sendingKeyPlace(termsOf(row, opened.nodeUrls), opened.asksSecondSecret),
        ),
      })
      .where('kind', '=', row.kind)
      .execute()
    opened.key.fill(0)
    counts.sealed += 1
  }
  return counts
}

/** Counts the senders that open. */
async function countOpening({ db }: Database, secrets: SecretBox): Promise<number> {
  const rows = await db.selectFrom('sender').selectAll().execute()
  const opened = rows.map((row) => open(secrets, row)).filter((found) => found !== null)
  for (const { key } of opened) key.fill(0)
  return opened.length
}

function open(secrets: SecretBox, row: SenderRow): OpenedSender | null {
  try {
    const nodeUrls = secrets.open(row.sealedNodeUrls, nodeUrlsPlace(row.kind))
    return { nodeUrls, ...openSendingKey(secrets, row.sealedKey, termsOf(row, nodeUrls)) }
  } catch (error) {
    if (error instanceof SealBrokenError) return null
    throw error
  }
}

function termsOf(row: SenderRow, nodeUrls: Buffer): Parameters<typeof sendingKeyPlace>[0] {
  const [rpcUrl = null, ...fallbackRpcUrls] = JSON.parse(nodeUrls.toString()) as Sender['fallbackRpcUrls']
  return { ...row, rpcUrl, fallbackRpcUrls }
}

/** How many rows of one kind were sealed again; those whose seal did not fit before were left as they are. */
interface Resealed {
  name: string
  sealed: number
  broken: number
}

/**
 * Seals with one key what another has sealed. A row whose seal does not fit is left alone: a new seal would take as genuine what
 * somebody may have written into the database.
 */
async function resealTable(
  database: Database,
  table: SealedTable,
  from: KeyRing,
  to: KeyRing,
): Promise<Resealed> {
  const counts = { sealed: 0, broken: 0 }
  for await (const rows of table.pages(database)) {
    const fitting = rows.filter((row) => row.fits(from))
    await writeSeals(database, table, fitting, to)
    counts.sealed += fitting.length
    counts.broken += rows.length - fitting.length
  }
  return { name: table.name, ...counts }
}

/** Counts the rows whose seal is of this key. */
export async function countFitting(database: Database, table: SealedTable, ring: KeyRing): Promise<number> {
  let fitting = 0
  for await (const rows of table.pages(database)) fitting += rows.filter((row) => row.fits(ring)).length
  return fitting
}

/** Writes the seals of a page in one statement. */
async function writeSeals(
  { db, dialect }: Database,
  { table, column, keyColumns }: SealedTable,
  rows: readonly RowToSeal[],
  ring: KeyRing,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const records = JSON.stringify(rows.map((row) => [row.seal(ring), ...row.key]))
  const each =
    dialect === 'sqlite' ? sql`json_each(${records})` : sql`json_array_elements(${records}::json) as each`
  const value = (index: number) => sql`each.value ->> ${sql.lit(index)}`
  const sameKey = keyColumns.map((name, index) => {
    const given = value(index + 1)
    const isNumber = dialect === 'postgres' && typeof first.key[index] === 'number'
    return sql`${sql.ref(`${table}.${name}`)} = ${isNumber ? sql`(${given})::bigint` : sql`(${given})`}`
  })
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value(0)}
    from ${dialect === 'sqlite' ? sql`${each} as each` : each} where ${sql.join(sameKey, sql` and `)}`.execute(
    db,
  )
}
