import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { closeOut, exportCloseOut } from '#app/payouts/close-out.ts'
import { exportLedgerCsv, exportLedgerXlsx } from '#app/payouts/export-ledger.ts'
import { listLedger } from '#app/payouts/list-ledger.ts'
import { exportRunPayments, listRunPayments } from '#app/payouts/list-run-payments.ts'

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
