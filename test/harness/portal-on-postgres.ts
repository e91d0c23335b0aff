import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { startPortal, type TestPortal } from './start-portal.ts'

/** A portal on a PostgreSQL that can be mistreated. */
export interface PortalOnPostgres {
  ferry: TestPortal
  postgres: PostgresServer
  /** What another server on the same database is started with. */
  environment: { DATABASE_URL: string; SECRETS_KEY: string }
  /** Asks the database as its superuser, past the portal. */
  ask<Row extends object>(query: string): Promise<Row[]>
  /** Ends every other connection to the database, and gives their number. */
  terminate(): Promise<number>
  close(): Promise<void>
}

export async function startPortalOnPostgres(
  environment: Record<string, string> = {},
): Promise<PortalOnPostgres> {
  const postgres = await startPostgres()
  const location = await postgres.createDatabase()
  const shared = { DATABASE_URL: location, SECRETS_KEY: randomBytes(32).toString('base64') }
  const ferry = await startPortal({ environment: { ...shared, ...environment } })

  async function ask<Row extends object>(query: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: location })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(query)).rows as Row[]
    } finally {
      await client.end()
    }
  }

  return {
    ferry,
    postgres,
    environment: shared,
    ask,
    async terminate() {
      const rows = await ask(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      return rows.length
    },
    async close() {
      await ferry.close()
      await postgres.stop()
    },
  }
}
