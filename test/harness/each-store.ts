import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { openStore, type Store } from '#store/store.ts'

export interface StoreContext {
  readonly store: Store
  /** The location of the store, to open it a second time. */
  readonly location: string
}

/** SQLite alone in `npm test`: starting PostgreSQL takes longer than most tests. */
export const DIALECTS: readonly ('SQLite' | 'PostgreSQL')[] =
  process.env.TEST_POSTGRES === 'off' ? ['SQLite'] : ['SQLite', 'PostgreSQL']

/** Runs a suite once on SQLite and once on PostgreSQL, with an empty store for each test. */
export function describeEachStore(name: string, suite: (context: StoreContext) => void): void {
  describe.each(DIALECTS)(`${name} on %s`, (dialect) => {
    let server: PostgresServer | undefined
    let folder = ''
    let current: { store: Store; location: string } | undefined

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'ferry-store-'))
      if (dialect === 'PostgreSQL') server = await startPostgres()
    })
    afterAll(async () => {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    let files = 0
    beforeEach(async () => {
      const location = server ? await server.createDatabase() : join(folder, `${++files}.sqlite`)
      current = { store: await openStore(location), location }
    })
    afterEach(() => current?.store.close())

    const opened = () => {
      if (!current) throw new Error('The store is open during a test only')
      return current
    }
    suite({
      get store() {
        return opened().store
      },
      get location() {
        return opened().location
      },
    })
  })
}
