import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

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
    throw new ConfigError([
      {
        setting: 'SECRETS_KEY',
        problem:
          'must be set with DATABASE_URL, and be the same for all servers: make it once with "openssl rand -base64 32", and keep a copy',
      },
    ])
  }
  const path = join(dataDir, 'secrets.key')
  // In this order: a process that makes both at this moment makes the key first.
  if (!mayMake && existsSync(databaseLocation) && !existsSync(path)) {
    throw new ConfigError([
      {
        setting: path,
        problem: `is missing, though ${databaseLocation} is there: put the key back. If it is lost for good, "npm run replace-key" makes another; docs/operations/lost-key.md says what is lost with it`,
      },
    ])
  }
  // One that is there is only read: a start on a full or read-only disk writes nothing for it.
  const made = existsSync(path) ? null : await makeKeyFile(path)
  if (made !== null) return made
  return readKeyFile(path)
}

/** Throws ConfigError on a file that others may read, or that is no key. */
export async function readKeyFile(path: string): Promise<Buffer> {
  const { mode } = await stat(path)
  if (process.platform !== 'win32' && (mode & ANYONE_BUT_OWNER) !== 0) {
    throw new ConfigError([
      { setting: path, problem: 'must be readable by its owner only: chmod 600, and see who could read it' },
    ])
  }
  return parseKey(await readFile(path, 'utf8'), path)
}

/** Makes the file whole or not at all: of two at once, one is made and the other gives null. */
export async function makeKeyFile(path: string): Promise<Buffer | null> {
  const key = randomBytes(KEY_BYTES)
  const whole = `${path}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(whole, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await link(whole, path)
    return key
  } catch (error) {
    if (isFileExists(error)) return null
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([{ setting: path, problem: `can not be made: ${reason}` }])
  } finally {
    await rm(whole, { force: true })
  }
}

/** Throws ConfigError on what is not 32 bytes in base64. */
export function parseKey(text: string, setting: string): Buffer {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, 'base64')
  const isCanonical = key.toString('base64').replace(/=+$/, '') === trimmed.replace(/=+$/, '')
  if (key.length === KEY_BYTES && isCanonical) return key
  throw new ConfigError([{ setting, problem: `must be ${KEY_BYTES} bytes in base64` }])
}

function isFileExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
