import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '#app/app-context.ts'
import { describePortal } from '#app/describe-portal.ts'

type PortalData = Awaited<ReturnType<typeof describePortal>>

/** Pages are not limited by client, so many views cost the database one look. Each page asks for the data again when it opens. */
const KEPT_MS = 1_000

/** A page does without the data rather than wait longer. */
const LIMIT_MS = 1_500

/** Returns what reads the portal's data for pages: null while the database does not answer. */
export function readPortalForPages(app: AppContext): () => Promise<PortalData | null> {
  let reading: Promise<PortalData | null> | undefined
  let readAtMs = 0
  return () => {
    const nowMs = performance.now()
    if (!reading || nowMs - readAtMs >= KEPT_MS) {
      reading = Promise.race([describePortal(app).catch(() => null), sleep(LIMIT_MS, null, { ref: false })])
      readAtMs = nowMs
    }
    return reading
  }
}
