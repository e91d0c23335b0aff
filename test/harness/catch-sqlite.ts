import SqliteDatabase from 'better-sqlite3'
import { vi } from 'vitest'

/** Catches the connections that are opened by `open`, to have SQLite itself refuse what is asked over them. */
export async function catchSqlite<T>(
  open: () => Promise<T>,
): Promise<{ opened: T; connection: SqliteDatabase.Database }> {
  const caught: SqliteDatabase.Database[] = []
  const { pragma } = SqliteDatabase.prototype
  const spy = vi.spyOn(SqliteDatabase.prototype, 'pragma').mockImplementation(function (
    this: SqliteDatabase.Database,
    ...given
  ) {
    caught.push(this)
    return pragma.apply(this, given)
  })
  try {
    const opened = await open()
    const [connection] = caught
    if (!connection) throw new Error('No SQLite file was opened')
    return { opened, connection }
  } finally {
    spy.mockRestore()
  }
}
