import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { inStagingTransaction } from './transactions.ts'

const [NORMAL, FULL] = [1, 2]

test('SQLite waits for the disk with every commit but those of what is staged', async () => {
  const database = await openDatabase(':memory:')
  const { db } = database
  const level = async (connection = db) => {
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(connection)
    return rows[0]?.synchronous
  }
  // The second time as well: some statements do something only when they are prepared.
  for (let time = 0; time < 2; time++) {
    expect(await inStagingTransaction(database, (tx) => level(tx))).toBe(NORMAL)
    expect(await level()).toBe(FULL)
  }
  const beside = await Promise.all([
    inStagingTransaction(database, (tx) => level(tx)),
    db.transaction().execute((tx) => level(tx)),
    inStagingTransaction(database, (tx) => level(tx)),
    level(),
  ])
  expect(beside).toEqual([NORMAL, FULL, NORMAL, FULL])
  const failing = inStagingTransaction(database, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await level()).toBe(FULL)
  await database.close()
})
