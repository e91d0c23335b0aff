import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { analyseAddresses } from '#portal/analyse-addresses.ts'
import { claimStats } from '#portal/claim-stats.ts'
import { claimsOverTime } from '#portal/claims-over-time.ts'
import { explainClaim } from '#portal/explain-claim.ts'
import { exportQueued, exportRemaining, exportSubmitted } from '#portal/export-claims.ts'
import { importAllocations } from '#portal/import-allocations.ts'
import { listClaims } from '#portal/list-claims.ts'
import { markClaimSent } from '#portal/mark-claim-sent.ts'
import type { Portal } from '#portal/portal.ts'
import { rejectClaim } from '#portal/reject-claim.ts'
import { reloadAllocations } from '#portal/reload-allocations.ts'
import { resetClaims } from '#portal/reset-claims.ts'
import { ok } from './ok.ts'

/** The operator's view of claims and allocations, and what is decided about them. */
export function serveAdminClaims(serve: Serve, portal: Portal): void {
  const { admin } = endpoints

  serve(admin.stats, () => claimStats(portal))
  serve(admin.claims, ({ query }) => listClaims(portal, query))
  serve(admin.claim, ({ params }) => explainClaim(portal, params.id))
  serve(admin.claimsOverTime, () => claimsOverTime(portal))

  serve(admin.markSent, ({ body }) => ok(markClaimSent(portal, body)))
  serve(admin.reject, ({ body }) => ok(rejectClaim(portal, body.id, body.reason)))
  serve(admin.resetClaims, () => resetClaims(portal))

  serve(admin.upload, async ({ readFile }) => importAllocations(portal, await readFile()))
  serve(admin.reloadAllocations, () => reloadAllocations(portal))

  serve(admin.addressAnalysis, () => analyseAddresses(portal))
  serve(admin.exportQueued, () => exportQueued(portal))
  serve(admin.exportSubmitted, () => exportSubmitted(portal))
  serve(admin.exportRemaining, () => exportRemaining(portal))
}
