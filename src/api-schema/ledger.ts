import { z } from 'zod'
import { PAYMENT_RECORDS } from '#domain/transfer.ts'
import { closeOutEndpoints } from './close-out.ts'
import { adminEndpoint } from './endpoint.ts'
import { cluster, decimalString, epochSeconds, pageFields, paymentSum } from './primitives.ts'
import { runParams, runPaymentsQuery, runPaymentsResponse } from './run-payments.ts'

/** A stretch of time: from its beginning to before its end. */
export const ledgerWindow = z.object({
  from: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000_000)
    .optional()
    .describe('Epoch seconds; paid then or later'),
  to: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000_000)
    .optional()
    .describe('Epoch seconds; paid before then'),
})

export const ledgerQuery = ledgerWindow.extend({
  ...pageFields(50),
})

export const ledgerEntry = z.object({
  id: z.string(),
  paidAt: epochSeconds.describe('When it was recorded as final'),
  claimId: z.string().nullable().describe('Also where the claim was reset since'),
  isClaimReset: z.boolean(),
  evmAddr: z.string().nullable(),
  distributionId: z.string().nullable(),
  rowNumber: z.number().int().nullable(),
  recipient: z.string(),
  amountUA: decimalString,
  baseUnits: decimalString,
  dustUA: decimalString,
  tokenMintAddress: z.string().describe('Empty where it was marked sent before a sender was configured'),
  tokenName: z
    .string()
    .describe("The portal's symbol for the bulk sender's token, else the token's own or its address"),
  cluster: cluster.nullable().describe('Null where it was marked sent before a sender was configured'),
  signature: z.string().nullable(),
  slot: z.number().int().nullable(),
  feeSOL: decimalString
    .nullable()
    .describe("An equal share of its transaction's fee; null where no run made it"),
  rentSOL: decimalString.nullable(),
  runId: z.string().nullable(),
  recordedBy: z.enum(PAYMENT_RECORDS).nullable().describe('By what evidence it counts as paid'),
})
export type LedgerEntryBody = z.infer<typeof ledgerEntry>

export const ledgerTotal = z.object({
  tokenMintAddress: z.string(),
  tokenName: z.string(),
  cluster: cluster.nullable(),
  payments: z.number().int().describe('That a transaction shows'),
  amountUA: decimalString,
  baseUnits: decimalString,
  markedWithoutProof: paymentSum.describe(
    'Marked sent although no transaction shows it; no part of the others',
  ),
})

/** Payments that were made, in the order in which they were recorded, and the totals of the whole stretch of time. */
export const ledgerResponse = z.object({
  payments: z.array(ledgerEntry),
  totals: z.array(ledgerTotal).describe('Of each token'),
  nextCursor: z.string().nullable(),
})
export type LedgerResponse = z.infer<typeof ledgerResponse>

/** The payments of a run, all payments that were ever made, and the close-out. */
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

  ...closeOutEndpoints,
}
