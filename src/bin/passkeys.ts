import { dropPasskey } from '#app/second-secret/register-passkey.ts'
import { haveSendersAsk } from '#app/second-secret/second-secret.ts'
import { loadEnvFile } from '#config/environment.ts'
import { readConfig } from '#config/read-config.ts'
import { createRecordSeal, createSecretBox } from '#config/seals.ts'
import { sealedRecord } from '#domain/sealed-record.ts'
import { openStore } from '#store/store.ts'
import { explainFailure, keepFilesPrivate } from './command.ts'
import { readOptions } from './read-options.ts'

const values = readOptions(
  {
    name: 'npm run passkeys',
    does: 'Lists the passkeys that money asks for, or removes what was lost. Servers may run meanwhile.',
  },
  {
    remove: { type: 'string', help: 'The id of one to remove' },
    'remove-all': {
      type: 'boolean',
      help: 'Removes all: nothing is asked for until one is registered in the panel',
      default: false,
    },
  },
)

try {
  keepFilesPrivate()
  loadEnvFile()
  const config = await readConfig()
  const seals = createRecordSeal(config.secretsKey)
  const secrets = createSecretBox(config.secretsKey)
  const store = await openStore(config.databaseLocation, { ...config.database, seals, secrets })
  const portal = { store, secrets, now: Date.now }
  const passkeys = await store.passkeys.list()
  const removed = values['remove-all']
    ? passkeys.map(({ id }) => id)
    : values.remove === undefined
      ? []
      : [values.remove]
  for (const id of removed) await dropPasskey(portal, id)
  // Also where the database has lost them.
  if (values['remove-all']) await haveSendersAsk(portal, false)
  const left = await store.passkeys.list()
  for (const passkey of left) {
    const { id, person, name, createdAtMs } = passkey
    const isSound = seals.fits(sealedRecord('passkey', passkey), passkey.seal)
    const since = new Date(createdAtMs).toISOString()
    console.log(`${id}  ${person}  ${name}  ${since}${isSound ? '' : '  changed in the database'}`)
  }
  if (left.length === 0) console.log('No passkey is registered: nothing asks for one.')
  await store.close()
} catch (error) {
  explainFailure('Nothing more was changed.', error)
}
