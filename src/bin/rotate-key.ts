import { loadEnvFile } from '#config/environment.ts'
import { readRotationConfig } from '#config/read-config.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { createStoreIdentity } from '#store/database/store-identity.ts'
import { rotateKey } from '#store/tools/key-rotation/rotate-key.ts'
import { explainFailure, keepFilesPrivate } from './command.ts'
import { keyRingOf } from './key-ring.ts'
import { readOptions } from './read-options.ts'

readOptions(
  {
    name: 'npm run rotate-key',
    does: 'Seals the store with a new SECRETS_KEY, by the present one. No server may run.',
  },
  {},
)

/** What an error leaves behind, in words. */
let outcome = 'The key was not changed.'

/** Seals the store with a new SECRETS_KEY, by the present one. After a lost key: replace-key.ts. */
try {
  keepFilesPrivate()
  loadEnvFile()
  const { databaseLocation, database: terms, keys } = await readRotationConfig()
  const [from, to] = [keyRingOf(keys.present), keyRingOf(keys.next)]
  const database = await openDatabase(databaseLocation, terms)
  try {
    // Where an earlier rotation was interrupted after its commit, only the key file is left to be exchanged.
    if ((await createStoreIdentity(database).fingerprint()) === to.fingerprint) {
      console.log('The database belongs to the new key already.')
    } else {
      for (const { name, sealed, broken } of await rotateKey(database, from, to)) {
        const left = broken === 0 ? '' : `; ${broken} left as they are: they did not fit the old key`
        console.log(`${name}: ${sealed} sealed with the new key, and opened again${left}`)
      }
      console.log(
        'All sessions ended. Holder lists that waited for an answer were dropped: upload them again.',
      )
    }
    outcome =
      'The database belongs to the new key, but the key file was not exchanged. Run this again: it goes on from here.'
    console.log(await keys.settle())
  } finally {
    await database.close()
  }
} catch (error) {
  explainFailure(outcome, error)
}
