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

/** A database for portals: one on a PostgreSQL of its own, or each portal's own SQLite. */
export interface PortalDatabase {
  environment: { DATABASE_URL?: string }
  close(): Promise<void>
}

export async function startPortalDatabase(dialect: (typeof DIALECTS)[number]): Promise<PortalDatabase> {
  if (dialect === 'SQLite') return { environment: {}, close: async () => {} }
  const server = await startPostgres()
  return { environment: { DATABASE_URL: await server.createDatabase() }, close: () => server.stop() }
}

/** As many as get a connection in time: more would wait for one for longer than the store waits. */
const WRITERS = 20

/** Does something for each item in turn, a number of them at any time. */
export async function runAtOnce<T>(
  items: readonly T[],
  run: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const left = items.entries()
  const work = async () => {
    for (const [index, item] of left) await run(item, index)
  }
  await Promise.all(Array.from({ length: WRITERS }, work))
}
