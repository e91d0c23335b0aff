import { loadEnvFile } from '#config/load-env-file.ts'
import { readConfig } from '#config/read-config.ts'
import { keyFingerprint } from '#config/seals.ts'
import { openStore } from '#store/store.ts'
import { explainStart } from './explain-start.ts'
import { keepFilesPrivate } from './keep-files-private.ts'

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
  explainStart('Nothing was changed.', error)
}
