import { sql } from 'kysely'
import type { Run } from '#domain/run.ts'
import type { Database } from '#store/database.ts'

/** How long a run may do nothing and say nothing. */
const SILENCE_MS = 10 * 60_000

/** Sees runs that wait without words: `silent` counts those that neither moved nor said why for ten minutes. */
export class ProgressWatch {
  readonly #silentRuns = new Set<number>()
  #seen = ''
  #sinceMs = 0

  get silent(): number {
    return this.#silentRuns.size
  }

  /** Looks at an unfinished run. */
  async look({ db }: Database, run: Run, nowMs: number): Promise<void> {
    const seen = `${run.id} ${run.state} ${run.message} ${run.batchCount} ${await digest(db)}`
    if (seen !== this.#seen) {
      this.#seen = seen
      this.#sinceMs = nowMs
    }
    if (run.message === null && nowMs - this.#sinceMs >= SILENCE_MS) this.#silentRuns.add(run.id)
  }
}

/** What changes whenever a payment comes closer to its end. */
async function digest(db: Database['db']): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select state || ' ' || count(*) as state from attempt group by state
    union all
    select state || ' ' || count(*) from transfer group by state`.execute(db)
  return rows.map(({ state }) => state).join()
}
