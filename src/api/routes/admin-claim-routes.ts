import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { analyseAddresses } from '#app/allocations/analyse-addresses.ts'
import type { AppContext } from '#app/app-context.ts'
import {
  changeBanner,
  changeClaimWindow,
  pauseClaims,
  readClaimControls,
} from '#app/claims/claim-controls.ts'
import { noteClaim, rejectClaim, rejectClaims, resetClaims, undoReject } from '#app/claims/claim-decisions.ts'
import { claimStats } from '#app/claims/claim-stats.ts'
import { claimsOverTime } from '#app/claims/claims-over-time.ts'
import { claimDetail } from '#app/claims/describe-claim.ts'
import { exportQueued, exportRemaining, exportSubmitted } from '#app/claims/export-claims.ts'
import { listClaims } from '#app/claims/list-claims.ts'
import { markClaimSent } from '#app/claims/mark-claim-sent.ts'

/** Serves the operator's view of claims and allocations, and the decisions about them. */
export function serveAdminClaims(serve: Serve, app: AppContext): void {
  const { admin } = endpoints

  serve(admin.stats, () => claimStats(app))
  serve(admin.claims, ({ query }) => listClaims(app, query))
  serve(admin.claim, ({ params }) => claimDetail(app, params.id))
  serve(admin.claimsOverTime, () => claimsOverTime(app))

  serve(admin.markSent, ({ body }) => ok(markClaimSent(app, body)))
  serve(admin.reject, ({ body }) => ok(rejectClaim(app, body.id, body.reason)))
  serve(admin.rejectClaims, ({ body }) => rejectClaims(app, body.ids, body.reason))
  serve(admin.undoReject, ({ body }) => ok(undoReject(app, body.id)))
  serve(admin.noteClaim, ({ params, body }) => ok(noteClaim(app, params.id, body.text)))
  serve(admin.resetClaims, () => resetClaims(app))

  serve(admin.claimControls, () => readClaimControls(app))
  serve(admin.pause, ({ body }) => pauseClaims(app, body))
  serve(admin.changeClaimWindow, ({ body }) => changeClaimWindow(app, body))
  serve(admin.changeBanner, ({ body }) => changeBanner(app, body.banner))

  serve(admin.addressAnalysis, () => analyseAddresses(app))
  serve(admin.exportQueued, () => exportQueued(app))
  serve(admin.exportSubmitted, () => exportSubmitted(app))
  serve(admin.exportRemaining, () => exportRemaining(app))
}
