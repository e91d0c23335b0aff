import { existsSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'
import { makeKeyFile, parseKey, readKeyFile } from './secrets-key.ts'

/** The key that a store belongs to, and the one that is to take its place. */
export interface RotationKeys {
  present: Buffer
  next: Buffer
  /** Puts the next key in its place, once the store belongs to it. Returns what is left to do, in words. */
  settle(): Promise<string>
}

/**
 * Reads the keys: SECRETS_KEY and NEW_SECRETS_KEY, or the key file and a new one beside it, which is made where an interrupted rotation
 * has left none. Throws ConfigError.
 */
export async function readRotationKeys(
  {
    SECRETS_KEY,
    NEW_SECRETS_KEY,
  }: { SECRETS_KEY?: string | undefined; NEW_SECRETS_KEY?: string | undefined },
  dataDir: string,
): Promise<RotationKeys> {
  if (SECRETS_KEY === undefined) return keysOfFiles(NEW_SECRETS_KEY, dataDir)
  if (NEW_SECRETS_KEY === undefined)
    throw problem(
      'NEW_SECRETS_KEY',
      'set it to the next key: make it once with "openssl rand -base64 32", and keep a copy',
    )
  const keys = {
    present: parseKey(SECRETS_KEY, 'SECRETS_KEY'),
    next: parseKey(NEW_SECRETS_KEY, 'NEW_SECRETS_KEY'),
  }
  if (keys.present.equals(keys.next)) throw problem('NEW_SECRETS_KEY', 'is the same as SECRETS_KEY')
  return {
    ...keys,
    settle: async () =>
      'Start Ferry with the new key as its SECRETS_KEY. Backups from before need the old one: keep both.',
  }
}

async function keysOfFiles(given: string | undefined, dataDir: string): Promise<RotationKeys> {
  if (given !== undefined)
    throw problem(
      'NEW_SECRETS_KEY',
      'is for servers that have SECRETS_KEY: the key file in DATA_DIR is exchanged by itself',
    )
  const [present, next, old] = ['secrets.key', 'secrets.key.next', 'secrets.key.old'].map((name) =>
    join(dataDir, name),
  ) as [string, string, string]
  if (!existsSync(present))
    throw problem('SECRETS_KEY', `is not set, and ${present} is missing: there is no key to replace`)
  // The same key in both: an exchange of the files was interrupted, and goes on.
  if (existsSync(old) && !(await readKeyFile(old)).equals(await readKeyFile(present)))
    throw problem(
      'SECRETS_KEY',
      `was exchanged before: ${old} is the key of the backups from before that. Move it to where you keep them; another run then makes another key`,
    )
  await makeKeyFile(next)
  await syncFolder(dataDir)
  return {
    present: await readKeyFile(present),
    next: await readKeyFile(next),
    async settle() {
      await rm(old, { force: true })
      await link(present, old)
      await rename(next, present)
      await syncFolder(dataDir)
      return `${present} is the new key. Backups from before need the old one: move ${old} to where you keep them.`
    },
  }
}

/** The names in a folder last through a power cut as its files do. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function problem(setting: string, words: string): ConfigError {
  return new ConfigError([{ setting, problem: words }])
}
