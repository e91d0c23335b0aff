import { sql } from 'kysely'
import type { Run } from '#domain/run.ts'
import type { Database } from '#store/database.ts'

/** A run may go without progress and without a message for so long. */
const SILENCE_MS = 10 * 60_000

/** Checks that runs report why they wait: `silent` counts those without progress or a message for ten minutes. */
export class ProgressWatch {
  readonly #silentRuns = new Set<number>()
  #seen = ''
  #sinceMs = 0

  get silent(): number {
    return this.#silentRuns.size
  }

  /** Checks an unfinished run. */
  async look({ db }: Database, run: Run, nowMs: number): Promise<void> {
    const seen = `${run.id} ${run.state} ${run.message} ${run.batchCount} ${await digest(db)}`
    if (seen !== this.#seen) {
      this.#seen = seen
      this.#sinceMs = nowMs
    }
    if (run.message === null && nowMs - this.#sinceMs >= SILENCE_MS) this.#silentRuns.add(run.id)
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
