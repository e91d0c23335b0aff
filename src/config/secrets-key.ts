import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingError } from './environment.ts'

const KEY_BYTES = 32
const ANYONE_BUT_OWNER = 0o077

/**
 * Reads the key that seals the sending key in the store: SECRETS_KEY, or else the file in `dataDir`, which is made with an SQLite
 * database. It is not made anew for one that is there already, since it would open nothing of what that holds. Throws ConfigError then,
 * where PostgreSQL, which other servers may share, comes without SECRETS_KEY, on a key that is not 32 bytes of base64, and on a file
 * that others may read.
 */
export async function readSecretsKey(
  secretsKey: string | undefined,
  dataDir: string,
  { databaseLocation, mayMake }: { databaseLocation: string; mayMake: boolean },
): Promise<Buffer> {
  if (secretsKey !== undefined) return parseKey(secretsKey, 'SECRETS_KEY')
  if (databaseLocation.startsWith('postgres')) {
    throw settingError(
      'SECRETS_KEY',
      'must be set with DATABASE_URL, and be the same for all servers: make it once with "openssl rand -base64 32", and keep a copy',
    )
  }
  const path = join(dataDir, 'secrets.key')
  // In this order: a process that makes both at this moment makes the key first.
  if (!mayMake && existsSync(databaseLocation) && !existsSync(path)) {
    throw settingError(
      path,
      `is missing, though ${databaseLocation} is there: put the key back. If it is lost for good, "npm run replace-key" makes another; docs/operations/lost-key.md says what is lost with it`,
    )
  }
  // One that is there is only read: a start on a full or read-only disk writes nothing for it.
  const made = existsSync(path) ? null : await makeKeyFile(path)
  if (made !== null) return made
  return readKeyFile(path)
}

/** Throws ConfigError on a file that others may read, or that is no key. */
async function readKeyFile(path: string): Promise<Buffer> {
  const { mode } = await stat(path)
  if (process.platform !== 'win32' && (mode & ANYONE_BUT_OWNER) !== 0) {
    throw settingError(path, 'must be readable by its owner only: chmod 600, and see who could read it')
  }
  return parseKey(await readFile(path, 'utf8'), path)
}

/** Makes the file whole or not at all: of two at once, one is made and the other gives null. */
async function makeKeyFile(path: string): Promise<Buffer | null> {
  const key = randomBytes(KEY_BYTES)
  const whole = `${path}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(whole, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await link(whole, path)
    return key
  } catch (error) {
    if (isFileExists(error)) return null
    const reason = error instanceof Error ? error.message : String(error)
    throw settingError(path, `can not be made: ${reason}`)
  } finally {
    await rm(whole, { force: true })
  }
}

/** Throws ConfigError on what is not 32 bytes in base64. */
function parseKey(text: string, setting: string): Buffer {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, 'base64')
  const isCanonical = key.toString('base64').replace(/=+$/, '') === trimmed.replace(/=+$/, '')
  if (key.length === KEY_BYTES && isCanonical) return key
  throw settingError(setting, `must be ${KEY_BYTES} bytes in base64`)
}

function isFileExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

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
    throw settingError(
      'NEW_SECRETS_KEY',
      'set it to the next key: make it once with "openssl rand -base64 32", and keep a copy',
    )
  const keys = {
    present: parseKey(SECRETS_KEY, 'SECRETS_KEY'),
    next: parseKey(NEW_SECRETS_KEY, 'NEW_SECRETS_KEY'),
  }
  if (keys.present.equals(keys.next)) throw settingError('NEW_SECRETS_KEY', 'is the same as SECRETS_KEY')
  return {
    ...keys,
    settle: async () =>
      'Start Ferry with the new key as its SECRETS_KEY. Backups from before need the old one: keep both.',
  }
}

async function keysOfFiles(given: string | undefined, dataDir: string): Promise<RotationKeys> {
  if (given !== undefined)
    throw settingError(
      'NEW_SECRETS_KEY',
      'is for servers that have SECRETS_KEY: the key file in DATA_DIR is exchanged by itself',
    )
  const [present, next, old] = ['secrets.key', 'secrets.key.next', 'secrets.key.old'].map((name) =>
    join(dataDir, name),
  ) as [string, string, string]
  if (!existsSync(present))
    throw settingError('SECRETS_KEY', `is not set, and ${present} is missing: there is no key to replace`)
  // The same key in both: an exchange of the files was interrupted, and goes on.
  if (existsSync(old) && !(await readKeyFile(old)).equals(await readKeyFile(present)))
    throw settingError(
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
