import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { sumDecimals } from '#store/database/column-readers.ts'

/** Opens an SQLite store past the server, as an attacker does who can only write to the database. */
export function openPastServer<T>(file: string, use: (database: SqliteDatabase.Database) => T): T {
  const database = new SqliteDatabase(file, { timeout: 10_000 })
  try {
    sumDecimals.register(database)
    return use(database)
  } finally {
    database.close()
  }
}

/** Writes into an SQLite store past the server. */
export function alterStore(file: string, ...statements: string[]): void {
  openPastServer(file, (database) => {
    for (const statement of statements) database.exec(statement)
  })
}

/** Executes one statement with values, past the server. */
export function alterRows(file: string, statement: string, ...values: unknown[]): void {
  openPastServer(file, (database) => void database.prepare(statement).run(...values))
}

export function readRows<Row>(file: string, query: string, ...values: unknown[]): Row[] {
  return openPastServer(file, (database) => database.prepare(query).all(...values) as Row[])
}

/** Reads every row of every table, past the server, as text: bytes are read as Latin-1, so that what is in clear in them is found. */
export async function readEveryRow(location: string): Promise<Map<string, string[]>> {
  return location.startsWith('postgres') ? readPostgres(location) : readSqlite(location)
}

function readSqlite(file: string): Map<string, string[]> {
  const database = new SqliteDatabase(file, { timeout: 10_000 })
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all() as string[]
    return new Map(
      tables.map((table) => [table, database.prepare(`select * from "${table}"`).all().map(textOfRow)]),
    )
  } finally {
    database.close()
  }
}

async function readPostgres(location: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: location })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    const found = new Map<string, string[]>()
    for (const { name } of rows) {
      const read = await client.query<object>(`select * from "${name}"`)
      found.set(name, read.rows.map(textOfRow))
    }
    return found
  } finally {
    await client.end()
  }
}

function textOfRow(row: unknown): string {
  return Object.values(row as object)
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join(' ')
}
