import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { SeededRandom } from '#lab/random/seeded-random.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'

/** A file system in memory where there is one: real files without a real disk's waits. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** FULL of SQLite's `PRAGMA synchronous`: a commit returns after it is on the disk. */
const SYNCHRONOUS_FULL = 2

/** The most of an unsynced log's tail that may be lost: a few commits. */
const UNSYNCED_BYTES = 60_000

/** The disk of the simulated machine. Its files survive a process; what was not synced does not survive a power cut. */
export class SimulatedDisk {
  readonly #folder = mkdtempSync(join(ROOT, 'ferry-simulation-'))
  /** By path. Replaced files stay open until the end: a crashed process may still have a call to them. */
  readonly #connections = new Map<string, Promise<Database>>()
  #serial = 0
  #path: string
  #copy: string | undefined

  private constructor(path: string) {
    this.#path = join(this.#folder, 'ferry.sqlite')
    copyFileSync(path, this.#path)
  }

  /** Creates a disk with an empty, migrated database, copied from a template. */
  static from(template: string): SimulatedDisk {
    return new SimulatedDisk(template)
  }

  /** Writes the template that `from` copies. */
  static async prepareTemplate(folder: string): Promise<string> {
    const path = join(folder, 'template.sqlite')
    const { close } = await openDatabase(path)
    await close()
    return path
  }

  /**
   * Opens the current records. All processes share one connection: their store calls run one after another to their end, so
   * that no transaction of one is open during a call of another, and a connection has no other state in between.
   */
  open(): Promise<Database> {
    const connection = this.#connections.get(this.#path) ?? connect(this.#path)
    this.#connections.set(this.#path, connection)
    return connection
  }

  /** Copies the current records, for `putBack`. No store call may be under way. */
  keepCopy(): void {
    this.#copy = this.#copyFiles(this.#path)
  }

  /** Restores the copy over the records, as from a backup. Every process must have crashed by now. False without a copy. */
  putBack(): boolean {
    if (this.#copy === undefined) return false
    this.#path = this.#copyFiles(this.#copy)
    return true
  }

  /** Cuts the power: writes that were not synced are lost. Every process must have crashed by now. */
  async cutPower(random: SeededRandom): Promise<void> {
    const { db } = await this.open()
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
    if ((rows[0]?.synchronous ?? 0) >= SYNCHRONOUS_FULL) return
    this.#path = this.#copyFiles(this.#path)
    const log = logOf(this.#path)
    if (!existsSync(log)) return
    truncateSync(log, Math.max(0, statSync(log).size - random.between(0, UNSYNCED_BYTES)))
  }

  async discard(): Promise<void> {
    for (const connection of this.#connections.values()) await (await connection).close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #copyFiles(path: string): string {
    const next = join(this.#folder, `ferry-${++this.#serial}.sqlite`)
    copyFileSync(path, next)
    if (existsSync(logOf(path))) copyFileSync(logOf(path), logOf(next))
    return next
  }
}

/** Connects with a lock for all calls: no other connection opens these files. */
async function connect(path: string): Promise<Database> {
  const database = await openDatabase(path)
  await sql`pragma locking_mode = exclusive`.execute(database.db)
  // A thread of the real machine has no place in virtual time; no power is cut while a claim is written.
  return { ...database, sync: async () => undefined }
}

/** Returns the path of the write-ahead log, which holds the last commits. */
function logOf(path: string): string {
  return `${path}-wal`
}
