import { sql } from 'kysely'
import type { Database } from './database.ts'

/** After so many pages of a list, or chunks of its file. */
const EVERY = 16

/**
 * Returns what is called after each page of a list, or chunk of its file, that is read or written: now and then it has SQLite give back the memory of what it
 * keeps. A list of a million rows would fill it with rows that nobody asks for next, 64 MiB of them.
 */
export function createListPageRelease({ db, dialect }: Pick<Database, 'db' | 'dialect'>) {
  let pages = 0
  return async (): Promise<void> => {
    pages += 1
    if (dialect === 'sqlite' && pages % EVERY === 0) await sql`pragma shrink_memory`.execute(db)
  }
}
