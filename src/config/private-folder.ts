import { chmod, mkdir, stat } from 'node:fs/promises'
import { settingError } from './environment.ts'

const OWNER_ALONE = 0o700
const ANYONE_BUT_OWNER = 0o077

/** Anyone may make files in it, as in /tmp: it is the system's, whatever its owner. */
const SHARED = 0o1000

/**
 * Makes DATA_DIR where there is none, and takes everybody's access to it but its owner's. Returns null, or in words why others still
 * have some. Throws ConfigError where it can not be made.
 */
export async function makePrivateFolder(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ALONE })
  } catch (error) {
    throw settingError('DATA_DIR', `can not be made: ${reasonOf(error)}`)
  }
  if (process.platform === 'win32') return null
  const { mode, uid } = await stat(folder)
  if ((mode & ANYONE_BUT_OWNER) === 0) return null
  const kept = (mode & SHARED) === 0 ? await withdraw(folder, uid) : 'it is a folder that users share'
  if (kept === null) return null
  const digits = (mode & 0o7777).toString(8).padStart(4, '0')
  return `Other users of this machine can reach into DATA_DIR (${folder}, mode ${digits}), and it can not be made private: ${kept}. The database and the key may be in it: give Ferry a folder of its own, with mode 0700.`
}

/** Returns null, or why the mode could not be changed. Folders of another user are left alone, also by root. */
async function withdraw(folder: string, uid: number): Promise<string | null> {
  if (uid !== process.geteuid?.()) return `it belongs to another user (uid ${uid})`
  try {
    await chmod(folder, OWNER_ALONE)
  } catch (error) {
    return reasonOf(error)
  }
  const { mode } = await stat(folder)
  return (mode & ANYONE_BUT_OWNER) === 0 ? null : 'its file system keeps the mode as it is'
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
