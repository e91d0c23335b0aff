import { sql } from 'kysely'
import type { Run } from '#domain/run.ts'
import type { Database } from '#store/database/database.ts'

/** A run may go without progress and without a message for so long. */
const SILENCE_MS = 10 * 60_000

/** Checks that runs go on, and report why where they do not. */
export class ProgressWatch {
  readonly #silentRuns = new Set<number>()
  readonly #slowRuns = new Set<number>()
  #moved = { as: '', atMs: 0 }
  #seen = { as: '', atMs: 0 }

  /** Counts runs without progress or a message for ten minutes. */
  get silent(): number {
    return this.#silentRuns.size
  }

  /** Counts runs without progress for ten minutes in which nothing was wrong but nodes of which another is listed. */
  get slow(): number {
    return this.#slowRuns.size
  }

  /** Checks an unfinished run. `calmSinceMs` is when faults stopped: infinite while they go on. */
  async look({ db }: Database, run: Run, nowMs: number, calmSinceMs: number): Promise<void> {
    const moved = `${run.id} ${run.state} ${run.batchCount} ${await digest(db)}`
    if (moved !== this.#moved.as) this.#moved = { as: moved, atMs: nowMs }
    const seen = `${moved} ${run.message}`
    if (seen !== this.#seen.as) this.#seen = { as: seen, atMs: nowMs }
    if (run.message === null && nowMs - this.#seen.atMs >= SILENCE_MS) this.#silentRuns.add(run.id)
    if (nowMs - Math.max(this.#moved.atMs, calmSinceMs) >= SILENCE_MS) this.#slowRuns.add(run.id)
  }
}

/** Computes a digest that changes with every progress of a payment. */
async function digest(db: Database['db']): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select state || ' ' || count(*) as state from attempt group by state
    union all
    select state || ' ' || count(*) from transfer group by state`.execute(db)
  return rows.map(({ state }) => state).join()
}
