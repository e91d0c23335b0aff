import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { loadEnvFile } from '#config/environment.ts'
import { readDatabaseLocation } from '#config/read-config.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { backUpSqlite } from '#store/tools/back-up-sqlite.ts'
import { explainFailure } from './command.ts'
import { readOptions } from './read-options.ts'

const SHOWN_TABLES = ['claim', 'transfer', 'attempt', 'allocation']

/** Copies the SQLite database while the server runs, and checks the copy. PostgreSQL has a tool of its own for it. */
try {
  loadEnvFile()
  const values = readOptions(
    {
      name: 'npm run backup',
      does: 'Copies the SQLite database while the server runs, and checks the copy.',
    },
    {
      to: {
        type: 'string',
        help: 'The file that is made, in a folder that is there; DATA_DIR/backups otherwise',
      },
    },
  )
  const location = readDatabaseLocation()
  if (location.startsWith('postgres')) {
    throw new CommandRefusedError(
      `DATABASE_URL is set, and PostgreSQL makes its backups itself, also while Ferry runs:
  pg_dump --format=custom --no-owner --file=ferry.dump "$DATABASE_URL"
docs/operations/backup-and-restore.md says how it is restored, and what loses less.`,
    )
  }
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const ownFolder = join(dirname(location), 'backups')
  if (values.to === undefined && existsSync(location)) mkdirSync(ownFolder, { recursive: true, mode: 0o700 })
  const to = resolve(values.to ?? join(ownFolder, `ferry-${time}Z.sqlite`))
  const { bytes, counts } = await backUpSqlite(location, to)
  const shown = counts.filter(({ table }) => SHOWN_TABLES.includes(table))
  console.log(`${to}: ${bytes} bytes, checked. In it: ${shown.map(({ table, rows }) => `${rows} × ${table}`).join(', ')}.
It lacks the key, on purpose: keep SECRETS_KEY (or ${join(dirname(location), 'secrets.key')}) apart from it. Take the file to another machine.
To restore: stop every server, move ${location} aside with its -wal and -shm, put the copy there, start.
docs/operations/backup-and-restore.md says what Ferry then asks before it pays.`)
} catch (error) {
  explainFailure('No backup was made.', error)
}
