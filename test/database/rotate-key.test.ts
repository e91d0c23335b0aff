import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyRingOf } from '#bin/key-ring.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { relateKey } from '#proofs/receipt-keys.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { countFitting, rotateKey } from '#store/tools/key-rotation/rotate-key.ts'
import type { KeyRing } from '#store/tools/key-rotation/sealed-tables.ts'
import { SEALED_TABLES } from '#store/tools/key-rotation/sealed-tables.ts'
import { readEveryRow } from '../harness/alter-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { sampleRun } from '../harness/sample-rows.ts'
import { acceptedOf, fillSealedStore, type SealedStore } from '../harness/sealed-store.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const PRESENT = randomBytes(32)
const NEXT = randomBytes(32)
const [FROM, TO] = [keyRingOf(PRESENT), keyRingOf(NEXT)]

const postgres = forAllTests(startPostgres)
describe.each(['SQLite', 'PostgreSQL'])('on %s', (dialect) => {
  let environment: Record<string, string>
  let first: TestPortal
  let filled: SealedStore
  let accepted: Awaited<ReturnType<typeof acceptedOf>>
  let database: Database
  let location: string

  const startWith = (key: Buffer) =>
    startPortal({ environment: { ...environment, SECRETS_KEY: key.toString('base64') } })

  beforeEach(async () => {
    environment = dialect === 'PostgreSQL' ? { DATABASE_URL: await postgres.createDatabase() } : {}
    first = await startWith(PRESENT)
    location = environment.DATABASE_URL ?? first.databaseFile
    if (dialect === 'SQLite') environment.DATA_DIR = `${first.folder}/data`
    filled = await fillSealedStore(first)
    accepted = await acceptedOf(first.app, filled)
    database = await openDatabase(location)
  })
  afterEach(async () => {
    await database.close()
    await first.close()
  })

  /** As a server leaves it that was stopped. */
  const stopServers = () => database.db.deleteFrom('running_server').execute()

  const fitting = async (ring: KeyRing) => {
    const counts: Record<string, number> = {}
    for (const table of SEALED_TABLES) counts[table.name] = await countFitting(database, table, ring)
    return counts
  }
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((one, other) => one + other)

  const fingerprint = () => first.app.store.identity.fingerprint()

  test('a server with the new key accepts all that one with the old key did; the old one is refused, sessions end', async () => {
    expect(accepted).toMatchObject({
      claims: 2,
      corrections: 2,
      rows: 2,
      attempts: 2,
      acknowledged: 2,
      anchor: { slot: 2 },
    })
    expect(accepted.allocations).toHaveLength(3)
    const { authorization } = await first.adminHeaders()
    await stopServers()
    const outcome = await rotateKey(database, FROM, TO)
    expect(outcome.filter(({ broken }) => broken > 0)).toEqual([])
    expect(Object.fromEntries(outcome.map(({ name, sealed }) => [name, sealed]))).toEqual({
      senders: 2,
      claims: 2,
      'corrected claims': 2,
      'rows of distributions': 2,
      'signed transactions': 2,
      'balances before runs': 2,
      acknowledgements: 2,
      'holder lists': 1,
      'rows of holder lists': 5,
      passkeys: 2,
      'people who uploaded or published': 2,
    })
    expect(sum(await fitting(FROM))).toBe(0)
    expect((await readEveryRow(location)).get('admin_session')).toEqual([])

    const second = await startWith(NEXT)
    const keys = await second.app.store.receiptKeys.list()
    expect(keys.map(({ key }) => key)).toEqual([FROM, TO].map(({ receipts }) => receipts.publicKey))
    const relation = (trusted: KeyRing, other: KeyRing) =>
      relateKey(keys, trusted.receipts.publicKey, other.receipts.publicKey)?.is
    expect([relation(TO, FROM), relation(FROM, TO)]).toEqual(['earlier', 'later'])
    expect(await acceptedOf(second.app, filled)).toEqual(accepted)
    const stats = await second.server.inject({ url: '/api/admin/stats', headers: { authorization } })
    expect(stats.statusCode).toBe(401)
    await second.close()
    await expect(startWith(PRESENT)).rejects.toThrow(/SECRETS_KEY is not the one/)
  })

  test('wherever it is interrupted, the old key stays valid and nothing is changed', async () => {
    await stopServers()
    const before = await readEveryRow(location)
    let seals = 0
    for (let at = 0; ; at++) {
      // The portal that made the rows lives, and says so now and again.
      await stopServers()
      seals = 0
      const interrupted = ring(TO, () => {
        if (seals++ === at) throw new Error('killed')
      })
      const outcome = await rotateKey(database, FROM, interrupted).catch((error: Error) => error.message)
      if (outcome !== 'killed') break
      if (at % 5 !== 0) continue
      expect(await readEveryRow(location)).toEqual(before)
    }
    // Two for each sender, and one for every other row.
    expect(seals).toBe(4 + 22)
    expect(await fingerprint()).toBe(TO.fingerprint)
  })

  test('what does not open afterwards undoes it', async () => {
    await stopServers()
    const before = await readEveryRow(location)
    let seals = 0
    const faulty: KeyRing = {
      ...TO,
      seals: { ...TO.seals, make: (record) => (seals++ === 3 ? 'no seal' : TO.seals.make(record)) },
    }
    await expect(rotateKey(database, FROM, faulty)).rejects.toThrow(/Of 2 .* 1 open with the new key/)
    const other = keyRingOf(randomBytes(32))
    await expect(
      rotateKey(database, FROM, { ...TO, secrets: { ...TO.secrets, seal: other.secrets.seal } }),
    ).rejects.toThrow(/Of 2 senders 0 open with the new key/)
    expect(await readEveryRow(location)).toEqual(before)
  })

  test('a row that was altered is not made genuine by it', async () => {
    await stopServers()
    await sql`update claim set amount_ua = '999' where seq = (select min(seq) from claim)`.execute(
      database.db,
    )
    await sql`update allocation set amount_wei = '999' where evm_address = (select min(evm_address) from allocation)`.execute(
      database.db,
    )
    await sql`update sender set batch_size = 11, priority_fee_cap = 5 where kind = 'bulk'`.execute(
      database.db,
    )
    const outcome = await rotateKey(database, FROM, TO)
    const broken = Object.fromEntries(outcome.map(({ name, broken }) => [name, broken]))
    expect(broken).toMatchObject({ senders: 1, claims: 1, 'holder lists': 0 })
    expect(broken['rows of holder lists']).toBeGreaterThan(0)
    expect((await fitting(TO)).claims).toBe(1)
  })

  test('is refused while a server runs, and until one that was killed has not been seen for a minute', async () => {
    await expect(rotateKey(database, FROM, TO)).rejects.toThrow(
      /A server is running on this database.*seen \d s ago/,
    )
    const age = (ms: number) =>
      database.db
        .updateTable('running_server')
        .set(({ eb, ref }) => ({ seenAtMs: eb(ref('seenAtMs'), '-', ms) }))
        .execute()
    await age(30_000)
    await expect(rotateKey(database, FROM, TO)).rejects.toThrow(/A server is running/)
    expect(await fingerprint()).toBe(FROM.fingerprint)
    await age(45_000)
    await rotateKey(database, FROM, TO)
    expect(await fingerprint()).toBe(TO.fingerprint)
  })

  test('a server that starts meanwhile waits, and is refused', async () => {
    await stopServers()
    let starting: Promise<string> | undefined
    const begun = ring(TO, () => {
      starting ??= startWith(PRESENT).then(
        async (started) => {
          await started.close()
          return 'started'
        },
        (error: Error) => error.message,
      )
    })
    await rotateKey(database, FROM, begun)
    expect(await starting).toMatch(/SECRETS_KEY is not the one/)
  })

  test('is refused while a run is unfinished, and by a key that is not the present one', async () => {
    await stopServers()
    await expect(rotateKey(database, TO, keyRingOf(randomBytes(32)))).rejects.toThrow(
      /not the one that this database/,
    )
    const run = await first.app.store.runs.create(sampleRun())
    await expect(rotateKey(database, FROM, TO)).rejects.toThrow(/A run is unfinished/)
    await first.app.store.runs.finish(run?.id ?? 0, 'stopped', null, 1)
    await rotateKey(database, FROM, TO)
  })

  test('a seal that is moved to another row of its table fits nowhere', async () => {
    for (const { name, table, column, keyColumns, pages } of SEALED_TABLES) {
      const keys = await keysOf(database, table, keyColumns)
      let moved = 0
      for (const from of keys) {
        for (const to of keys.filter((key) => key !== from)) {
          const isMoved = await undone(database, async (within) => {
            const where = (key: Key) =>
              sql.join(
                keyColumns.map((c, i) => sql`${sql.ref(c)} = ${key[i]}`),
                sql` and `,
              )
            const seal = sql`(select ${sql.ref(`source.${column}`)} from ${sql.table(table)} as source where ${where(from)})`
            await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal} where ${where(to)}`.execute(
              within.db,
            )
            for await (const rows of pages(within)) {
              const row = rows.find(({ key }) => JSON.stringify(key) === JSON.stringify(to))
              if (row) return !row.fits(FROM)
            }
            return null
          })
          // Null: the row it came from has none.
          if (isMoved !== null) expect(isMoved, `${name} ${from} ${to}`).toBe(true)
          if (isMoved !== null) moved += 1
        }
      }
      expect(moved, name).toBeGreaterThan(0)
    }
  })

  test('knows every sealed column of the schema', async () => {
    const columns = [...(await columnNames(database))].filter((column) =>
      /seal|token_hash|fingerprint/.test(column),
    )
    expect(columns.toSorted()).toEqual(
      [
        ...SEALED_TABLES.map(({ table, column }) => `${table}.${column}`),
        'sender.sealed_key',
        'sender.sealed_node_urls',
        'admin_session.token_hash',
        'store_identity.key_fingerprint',
      ].toSorted(),
    )
  })
})

/** A ring that tells before each seal that it makes. */
function ring(of: KeyRing, before: () => void): KeyRing {
  const told =
    <A extends unknown[], R>(make: (...input: A) => R) =>
    (...input: A): R => {
      before()
      return make(...input)
    }
  return {
    ...of,
    seals: { ...of.seals, make: told(of.seals.make) },
    allocationSeals: { ...of.allocationSeals, make: told(of.allocationSeals.make) },
    secrets: { ...of.secrets, seal: told(of.secrets.seal) },
  }
}

type Key = readonly (string | number)[]

async function keysOf({ db }: Database, table: string, columns: readonly string[]): Promise<Key[]> {
  const { rows } = await sql<Record<string, string | number>>`select ${sql.join(
    columns.map((column, index) => sql`${sql.ref(column)} as ${sql.ref(`k${index}`)}`),
  )} from ${sql.table(table)} order by 1`.execute(db.withoutPlugins())
  return rows.map((row) => columns.map((_, index) => row[`k${index}`] ?? ''))
}

async function columnNames({ db }: Database): Promise<Set<string>> {
  const tables = await db.introspection.getTables()
  return new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)))
}

/** Runs something in a commit that is not made. */
async function undone<T>(database: Database, work: (within: Database) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await database.db
    .transaction()
    .execute(async (tx) => {
      result = { value: await work({ ...database, db: tx }) }
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
  if (!result) throw new Error('nothing was done')
  return result.value
}
