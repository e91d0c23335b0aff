import { loadEnvFile } from '#config/environment.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { copyStore, reopenStore } from '#store/tools/copying/copy-store.ts'
import { explainFailure } from './command.ts'
import { consoleProgress, readOptions } from './read-options.ts'

const values = readOptions(
  {
    name: 'npm run copy-store',
    does: 'Moves the store from one database to another, SQLite or PostgreSQL. No server may run.',
  },
  {
    from: { type: 'string', help: '`postgres://…`, or the path of an SQLite file' },
    to: { type: 'string', help: 'The same, and new or empty' },
    reopen: {
      type: 'string',
      help: 'Lets a database be used again that was moved, where no server was ever started on its copy',
    },
  },
)

/** Moves the store from one database to another, SQLite or PostgreSQL. */
async function move(from: string, to: string): Promise<void> {
  const progress = consoleProgress()
  const { tables, hash } = await copyStore({
    from,
    to,
    onRows: (table, rows, what) => {
      if (what === 'compared') progress.step(`  ${table}: ${rows} rows, the same in both`)
    },
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${tables.length} tables with ${rows} rows were copied and compared, SHA-256 ${hash}.
The old database is marked as moved: no server starts on it, and nothing is written to it. Start Ferry on the new one, with the same SECRETS_KEY.`)
}

try {
  loadEnvFile()
  const { from, to, reopen } = values
  if (reopen !== undefined) {
    const { otherStore } = await reopenStore(reopen)
    console.log(`It can be used again. Never start a server on ${otherStore}: remove that copy.`)
  } else if (from !== undefined && to !== undefined) await move(from, to)
  else
    throw new CommandRefusedError(
      'Give --from and --to: each a postgres:// URL, or the path of an SQLite file.',
    )
} catch (error) {
  explainFailure('Nothing was moved.', error)
}
