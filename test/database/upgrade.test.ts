import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { openDatabase } from '#store/database/database.ts'
import { MIGRATIONS } from '#store/database/known-schema.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { makeRelease, makeSchema, readRelease, readTables } from '../harness/release-store.ts'
import { startPortal } from '../harness/start-portal.ts'

/** Each release that databases may be of. */
const RELEASES = ['0.2.0']

let postgres: PostgresServer
let folder: string
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-upgrade-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.each(['SQLite', 'PostgreSQL'])('on %s', (engine) => {
  const newLocation = () => (engine === 'SQLite' ? join(folder, 'ferry.sqlite') : postgres.createDatabase())

  test.each(RELEASES)(
    'a store of %s is opened with every row, and served',
    { timeout: 60_000 },
    async (version) => {
      const release = readRelease(version)
      expect(Object.entries(release.tables).filter(([, { rows }]) => rows.length === 0)).toEqual([])
      const location = await newLocation()
      await makeRelease(location, release)
      const { close } = await openDatabase(location)
      await close()
      const kept = await readTables(
        location,
        ({ name, columns }) => release.tables[name]?.columns ?? columns.map((column) => column.name),
      )
      for (const [table, { rows }] of Object.entries(release.tables))
        expect(kept[table]?.rows, table).toEqual(rows)

      const { secretsKey, claimed, allocated } = release
      const at: Record<string, string> =
        engine === 'SQLite' ? { DATA_DIR: folder } : { DATABASE_URL: location }
      const portal = await startPortal({ environment: { ...at, SECRETS_KEY: secretsKey } })
      try {
        const { allocation, claim } = endpoints.public
        const found = await callEndpoint(portal.server, allocation, { query: { eth: allocated } })
        expect(found.json()).toMatchObject({ amountUA: '1.5' })
        const made = await callEndpoint(portal.server, claim, { params: { eth: claimed } })
        expect(made.json()).toMatchObject({ status: 'queued' })
        const headers = await portal.adminHeaders()
        for (const page of [endpoints.admin.stats, endpoints.admin.state]) {
          expect((await callEndpoint(portal.server, page, {}, { headers })).json()).not.toHaveProperty('code')
        }
      } finally {
        await portal.close()
      }
    },
  )

  test('a store of a later version is refused by its migration, and left as it is', async () => {
    const location = await newLocation()
    await makeSchema(location, MIGRATIONS)
    const later = {
      ...MIGRATIONS,
      '999-later': async (db: Parameters<(typeof MIGRATIONS)[string]>[0]) =>
        void (await sql`alter table claim add column later text`.execute(db)),
    }
    await makeSchema(location, later)
    await expect(openDatabase(location)).rejects.toMatchObject({
      name: 'StartRefusedError',
      message: expect.stringMatching(/made by a newer version of Ferry: it has 999-later/),
    })
    // The later version goes on.
    await makeSchema(location, later)
  })
})
