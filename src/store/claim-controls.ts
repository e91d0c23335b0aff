import type { ClaimControls } from '#domain/claim-controls.ts'
import type { Database } from './database.ts'
import type { NewOperatorAction } from './schema.ts'

const ONLY_ROW = 1

/** Keeps what operators changed while the portal runs: all servers go by it. */
export function createClaimControlStore({ db }: Database) {
  return {
    /** Returns undefined while nothing was changed: then the configuration file decides. */
    async find(): Promise<ClaimControls | undefined> {
      const row = await db.selectFrom('claim_controls').selectAll().executeTakeFirst()
      if (!row) return undefined
      const { claimsOpenAtMs, claimsCloseAtMs, paused, banner } = row
      return { claimsOpenAtMs, claimsCloseAtMs, isPaused: paused === 1, banner }
    },

    /** Replaces them, together with the record of the decision. */
    async save(controls: ClaimControls, action: NewOperatorAction): Promise<void> {
      const { claimsOpenAtMs, claimsCloseAtMs, isPaused } = controls
      const banner = controls.banner === null ? null : JSON.stringify(controls.banner)
      const row = { claimsOpenAtMs, claimsCloseAtMs, paused: isPaused ? 1 : 0, banner }
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('claim_controls')
          .values({ id: ONLY_ROW, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
        await tx.insertInto('operator_action').values(action).execute()
      })
    },
  }
}
