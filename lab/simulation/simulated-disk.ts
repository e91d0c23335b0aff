import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { SeededRandom } from '#lab/random/seeded-random.ts'
import { type Database, openDatabase } from '#store/database.ts'

/** Memory where there is a file system in it: real files without a real disk's waits. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** What SQLite's `PRAGMA synchronous` calls FULL: a commit returns after it is on the disk. */
const SYNCHRONOUS_FULL = 2

/** As far back as the tail of an unsynced log may be lost: a few commits. */
const UNSYNCED_BYTES = 60_000

/** The disk of the simulated machine. Its files survive a process; what was not synced does not survive a power cut. */
export class SimulatedDisk {
  readonly #folder = mkdtempSync(join(ROOT, 'ferry-simulation-'))
  /** By path. Files that were put aside stay open until the end: a process that is dead may still hold a call to them. */
  readonly #connections = new Map<string, Promise<Database>>()
  #serial = 0
  #path: string
  #copy: string | undefined

  private constructor(path: string) {
    this.#path = join(this.#folder, 'ferry.sqlite')
    copyFileSync(path, this.#path)
  }

  /** A disk with an empty, migrated database, copied from a template. */
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
   * The records as they are now. All processes share one connection to them: their store calls run one after another and
   * whole, so that no transaction of one is open during a call of another, and a connection keeps nothing else in between.
   */
  open(): Promise<Database> {
    const connection = this.#connections.get(this.#path) ?? connect(this.#path)
    this.#connections.set(this.#path, connection)
    return connection
  }

  /** Keeps a copy of the records as they are now, for `putBack`. No store call may be under way. */
  keepCopy(): void {
    this.#copy = this.#copyFiles(this.#path)
  }

  /** Puts the copy in the place of the records, as from a backup. Every process must be dead by now. False without one. */
  putBack(): boolean {
    if (this.#copy === undefined) return false
    this.#path = this.#copyFiles(this.#copy)
    return true
  }

  /** The power goes: what the database had not synced is lost. Every process must be dead by now. */
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

/** Locked once for all calls: no other connection comes to these files. */
async function connect(path: string): Promise<Database> {
  const database = await openDatabase(path)
  await sql`pragma locking_mode = exclusive`.execute(database.db)
  return database
}

/** What was committed last stands in the log beside the database. */
function logOf(path: string): string {
  return `${path}-wal`
}
