import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type SqliteDatabase from 'better-sqlite3'
import { type StoreTrouble, StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import type { StoreHealth } from './store-health.ts'

/**
 * Begins the text of an SQLite statement whose commit is not synced by SQLite, on the event loop, but by `LogSync`, in a thread. Nobody
 * may be told of what it wrote before that.
 */
export const SYNCED_AFTER = '/* synced after */ '

/** Runs a statement whose commit is only written to the log. None else runs meanwhile: what it does is synchronous. */
export function withoutSync<T>(database: SqliteDatabase.Database, run: () => T): T {
  database.exec('pragma synchronous = NORMAL')
  try {
    return run()
  } finally {
    database.exec('pragma synchronous = FULL')
  }
}

const BY_ERRNO: Readonly<Record<string, StoreTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
}

/** Syncs the write-ahead log of an SQLite file, which holds every commit that is not yet in the file itself. */
export class LogSync {
  readonly #path: string
  readonly #health: StoreHealth
  #log: Promise<FileHandle> | null = null

  constructor(path: string, health: StoreHealth) {
    this.#path = path
    this.#health = health
  }

  /** Resolves once every commit that was made before is on the disk. Throws StoreUnavailableError. */
  async sync(): Promise<void> {
    try {
      this.#log ??= this.#opened()
      await (await this.#log).datasync()
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      const trouble = new StoreUnavailableError(BY_ERRNO[code] ?? 'disk', error)
      this.#health.note(trouble)
      throw trouble
    }
  }

  async close(): Promise<void> {
    const log = this.#log
    this.#log = null
    await (await log?.catch(() => null))?.close()
  }

  /** The log stays the same file as long as a connection is open. Its name has to be on the disk as well. */
  async #opened(): Promise<FileHandle> {
    try {
      if (process.platform !== 'win32') await syncFolder(dirname(this.#path))
      return await open(`${this.#path}-wal`, 'r+')
    } catch (error) {
      this.#log = null
      throw error
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
