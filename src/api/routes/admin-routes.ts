import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import {
  differenceOf,
  discardUpload,
  listVersions,
  publishUpload,
  restoreList,
} from '#app/allocations/kept-lists.ts'
import { reloadAllocations } from '#app/allocations/reload-allocations.ts'
import { uploadAllocations } from '#app/allocations/upload-allocations.ts'
import type { AppContext } from '#app/app-context.ts'
import {
  changeBanner,
  changeClaimWindow,
  pauseClaims,
  readClaimControls,
} from '#app/claims/claim-controls.ts'
import {
  markClaimSent,
  noteClaim,
  rejectClaim,
  rejectClaims,
  resetClaims,
  undoReject,
} from '#app/claims/claim-decisions.ts'
import { analyseAddresses, claimStats, claimsOverTime } from '#app/claims/claim-stats.ts'
import { exportQueued, exportRemaining, exportSubmitted } from '#app/claims/export-claims.ts'
import { claimDetail, listClaims } from '#app/claims/list-claims.ts'
import {
  allowAddress,
  denyAddress,
  importDenyList,
  listDenied,
  MAX_DENY_LIST_BYTES,
} from '#app/deny-list/deny-list.ts'
import { closeOut, exportCloseOut } from '#app/payouts/close-out.ts'
import { exportLedgerCsv, exportLedgerXlsx, listLedger } from '#app/payouts/ledger.ts'
import { exportRunPayments, listRunPayments } from '#app/payouts/runs.ts'
import { toEpochSecondsOrNull } from '#app/reply-values.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'

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

/** Serves what publishes holder lists, and the versions of them. */
export function serveLists(serve: Serve, app: AppContext): void {
  const { admin, lists } = endpoints

  serve(admin.upload, async ({ readFile, query }) => {
    await using file = await readFile()
    return await uploadAllocations(app, file, query.publish)
  })
  serve(admin.reloadAllocations, ({ query }) => reloadAllocations(app, query.publish))

  serve(lists.publishUpload, ({ params, body }) => publishUpload(app, params.uploadId, body))
  serve(lists.discardUpload, ({ params }) => ok(discardUpload(app, params.uploadId)))
  serve(lists.restore, ({ params, query }) => restoreList(app, Number(params.id), query.publish))
  serve(lists.difference, ({ params }) => differenceOf(app, Number(params.id), Number(params.other)))
  serve(lists.lists, async ({ query }) => {
    const { versions, nextCursor } = await listVersions(app, query)
    return {
      lists: versions.map(({ version, isKept }) => ({
        id: version.id,
        state: version.state === 'published' ? ('published' as const) : ('superseded' as const),
        fileName: version.fileName,
        fileHash: version.fileHash,
        root: version.root,
        count: version.addressCount,
        totalAmountUA: formatDecimalUnits(version.totalWei, app.settings.coinDecimals),
        publishedAt: toEpochSecondsOrNull(version.publishedAtMs),
        isKept,
        unseenWarnings: [...(version.unseenWarnings ?? [])],
      })),
      nextCursor,
    }
  })
}

/** Serves the list of addresses that are paid nothing. */
export function serveDenyList(serve: Serve, app: AppContext): void {
  const { list, add, remove, upload } = endpoints.denyList
  serve(list, ({ query }) => listDenied(app, query))
  serve(add, ({ body }) => ok(denyAddress(app, body)))
  serve(remove, ({ body }) => ok(allowAddress(app, body.address)))
  serve(upload, async ({ readFile }) => {
    await using file = await readFile(MAX_DENY_LIST_BYTES)
    return await importDenyList(app, file)
  })
}

/** Serves the payments of a run, all payments that were ever made, and the close-out. */
export function serveLedger(serve: Serve, app: AppContext): void {
  const { ledger } = endpoints

  serve(ledger.runPayments, ({ params, query }) => listRunPayments(app, params.id, query))
  serve(ledger.exportRunPayments, ({ params }) => exportRunPayments(app, params.id))
  serve(ledger.ledger, ({ query }) => listLedger(app, query))
  serve(ledger.exportLedgerCsv, ({ query }) => exportLedgerCsv(app, query))
  serve(ledger.exportLedgerXlsx, ({ query }) => exportLedgerXlsx(app, query))
  serve(ledger.closeOut, () => closeOut(app))
  serve(ledger.exportCloseOut, () => exportCloseOut(app))
}
