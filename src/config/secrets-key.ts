import { randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

const KEY_BYTES = 32
const ANYONE_BUT_OWNER = 0o077

/**
 * Reads the key that seals the sending key in the store: SECRETS_KEY, or else the file in `dataDir`, which is made when there
 * is none. Throws ConfigError on a key that is not 32 bytes of base64, and on a file that others may read.
 */
export async function readSecretsKey(secretsKey: string | undefined, dataDir: string): Promise<Buffer> {
  if (secretsKey !== undefined) return parseKey(secretsKey, 'SECRETS_KEY')
  const path = join(dataDir, 'secrets.key')
  const made = randomBytes(KEY_BYTES)
  try {
    await writeFile(path, `${made.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return made
  } catch (error) {
    if (!isFileExists(error)) throw error
  }
  const { mode } = await stat(path)
  if (process.platform !== 'win32' && (mode & ANYONE_BUT_OWNER) !== 0) {
    throw new ConfigError([
      { setting: path, problem: 'must be readable by its owner only: chmod 600, and see who could read it' },
    ])
  }
  return parseKey(await readFile(path, 'utf8'), path)
}

function parseKey(text: string, setting: string): Buffer {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, 'base64')
  const isCanonical = key.toString('base64').replace(/=+$/, '') === trimmed.replace(/=+$/, '')
  if (key.length === KEY_BYTES && isCanonical) return key
  throw new ConfigError([{ setting, problem: `must be ${KEY_BYTES} bytes in base64` }])
}

function isFileExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
