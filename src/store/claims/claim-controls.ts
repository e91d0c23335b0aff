import type { Kysely } from 'kysely'
import type { ClaimControls } from '#domain/claim-controls.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { Database } from '#store/database/database.ts'
import type { NewOperatorAction, Schema } from '#store/database/schema.ts'
import { recordAction } from '#store/operator-actions.ts'

const ONLY_ROW = 1

/** Keeps what operators changed while the portal runs: all servers go by it. */
export function createClaimControlStore({ db }: Database, observe: Observe) {
  return {
    /** Returns undefined while nothing was changed: then the configuration file decides. */
    async find(): Promise<ClaimControls | undefined> {
      const row = await db.selectFrom('claim_controls').selectAll().executeTakeFirst()
      if (!row) return undefined
      const { id: _, paused, ...controls } = row
      return { ...controls, isPaused: paused === 1 }
    },

    /**
     * Changes some of them and leaves the others as they are, together with the record of the decision: who changes the window
     * ends no pause that another has begun meanwhile. `beginning` is what was in force where nothing was changed before.
     */
    async change(
      beginning: ClaimControls,
      change: Partial<ClaimControls>,
      action: NewOperatorAction,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('claim_controls')
          .values({ id: ONLY_ROW, paused: 0, ...columnsOf({ ...beginning, ...change }) })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(columnsOf(change)))
          .execute()
        await recordAction(tx, action)
      })
      const { isPaused } = change
      const changed = Object.keys(change)
      observe({ event: 'claim_controls_changed', changed, ...(isPaused !== undefined && { isPaused }) })
    },
  }
}

/** Tells whether claims are paused, as part of a commit. */
export async function arePaused(tx: Kysely<Schema>): Promise<boolean> {
  const row = await tx.selectFrom('claim_controls').select('paused').executeTakeFirst()
  return row?.paused === 1
}

function columnsOf({ isPaused, banner, ...rest }: Partial<ClaimControls>) {
  return {
    ...rest,
    ...(isPaused !== undefined && { paused: isPaused ? 1 : 0 }),
    ...(banner !== undefined && { banner: banner && JSON.stringify(banner) }),
  }
}
