import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Identifies the time for which this database has been running without a break: while it stays the same, no
 * commit is lost. A PostgreSQL that was restarted, or a standby that took its place, has another.
 */
export async function databaseEpoch({ db, dialect }: Database): Promise<string> {
  if (dialect === 'sqlite') return 'this process'
  const { rows } = await sql<{ epoch: string }>`
    select pg_postmaster_start_time()::text || ' ' || coalesce(inet_server_addr()::text, '')
      || ' ' || coalesce(inet_server_port()::text, '') as epoch`.execute(db)
  return rows[0]?.epoch ?? ''
}
