import { loadEnvFile } from '#config/environment.ts'
import { readConfig } from '#config/read-config.ts'
import { keyFingerprint } from '#config/seals.ts'
import { openStore } from '#store/store.ts'
import { explainFailure, keepFilesPrivate } from './command.ts'
import { readOptions } from './read-options.ts'

readOptions(
  {
    name: 'npm run replace-key',
    does: 'Binds the database to another SECRETS_KEY after the one before was lost: what was accepted before is then held instead of paid.',
  },
  {},
)

/** Binds the database to the present SECRETS_KEY, or to a new key file in DATA_DIR, after the one before was lost. */
try {
  keepFilesPrivate()
  loadEnvFile()
  const config = await readConfig(process.env, { mayMakeKey: true })
  const store = await openStore(config.databaseLocation, config.database)
  await store.identity.rebind(keyFingerprint(config.secretsKey))
  await store.close()
  console.log(
    'The database belongs to this SECRETS_KEY now. Configure the senders again and upload the holder list again; what was accepted before is held instead of paid.',
  )
} catch (error) {
  explainFailure('Nothing was changed.', error)
}
