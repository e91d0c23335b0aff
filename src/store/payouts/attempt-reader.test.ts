import { CompiledQuery, type RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#store/database/database.ts'
import { UNSEALED } from '#store/unsealed.ts'
import { createAttemptReader } from './attempt-reader.ts'

test.each(['unresolved', 'isAnyInFlight'] as const)(
  '%s reads no settled attempt: it uses an index',
  async (name) => {
    const database = await openDatabase(':memory:')
    const asked: RootOperationNode[] = []
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        asked.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await createAttemptReader({ ...database, db }, UNSEALED)[name]('genesis')
    const [query] = asked
    if (!query) throw new Error('Nothing was asked')
    const { sql, parameters } = database.db.getExecutor().compileQuery(query, { queryId: 'q' })
    const { rows } = await database.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    expect(rows[0]?.detail).toContain('USING INDEX unresolved_attempt')
    await database.close()
  },
)
