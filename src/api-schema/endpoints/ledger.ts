import { adminEndpoint } from '#api-schema/endpoint.ts'
import { ledgerQuery, ledgerResponse, ledgerWindow } from '#api-schema/ledger.ts'
import { runParams, runPaymentsQuery, runPaymentsResponse } from '#api-schema/run-payments.ts'

/** The payments of a run, and all payments that were ever made. */
export const ledgerEndpoints = {
  runPayments: adminEndpoint({
    method: 'GET',
    path: '/api/admin/runs/:id/payments',
    summary: 'A run, and a page of its payments',
    params: runParams,
    query: runPaymentsQuery,
    reply: runPaymentsResponse,
    errors: ['no_run'],
    isPolled: true,
  }),

  exportRunPayments: adminEndpoint({
    method: 'GET',
    path: '/api/admin/runs/:id/payments.csv',
    summary: 'All payments of a run',
    params: runParams,
    reply: { fileName: 'payments_of_run_:id.csv' },
    errors: ['no_run'],
  }),

  ledger: adminEndpoint({
    method: 'GET',
    path: '/api/admin/ledger',
    summary: 'A page of all payments that were made, also of claims that were reset since',
    query: ledgerQuery,
    reply: ledgerResponse,
    errors: [],
  }),

  exportLedgerCsv: adminEndpoint({
    method: 'GET',
    path: '/api/admin/ledger.csv',
    summary: 'All payments that were made, as CSV',
    query: ledgerWindow,
    reply: { fileName: 'ledger.csv' },
    errors: [],
  }),

  exportLedgerXlsx: adminEndpoint({
    method: 'GET',
    path: '/api/admin/ledger.xlsx',
    summary: 'All payments that were made, as a workbook',
    query: ledgerWindow,
    reply: { fileName: 'ledger.xlsx' },
    errors: ['too_many_rows'],
  }),
}
