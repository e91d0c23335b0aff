import { loadEnvFile } from '#config/environment.ts'
import { readDatabaseConfig } from '#config/read-config.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { explainFailure, keepFilesPrivate } from './command.ts'
import { readOptions } from './read-options.ts'

readOptions(
  {
    name: 'npm run migrate',
    does: "Brings the database's schema up to date. A server does it at its start as well.",
  },
  {},
)

/** Brings the schema up to date and ends: for a role of its own, or before the servers of a new version. */
try {
  keepFilesPrivate()
  loadEnvFile()
  const { databaseLocation, database } = await readDatabaseConfig()
  const { isNew, close } = await openDatabase(databaseLocation, {
    ...database,
    onWait: ({ message }) => console.error(`Waiting for the database: ${message}.`),
  })
  await close()
  console.log(isNew ? 'The schema was made.' : 'The schema is up to date.')
} catch (error) {
  explainFailure('The schema was not changed.', error)
}
