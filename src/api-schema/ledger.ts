import { z } from 'zod'
import { PAYMENT_RECORDS } from '#domain/transfer.ts'
import { adminEndpoint } from './endpoint.ts'
import { cluster, decimalString, epochSeconds, pageFields, paymentSum, treeHash } from './primitives.ts'
import { runParams, runPaymentsQuery, runPaymentsResponse } from './runs.ts'

/** The end of a migration. Amounts are in whole units; those of different tokens are never added up. */
const closeOutResponse = z.object({
  lists: z
    .array(
      z.object({
        id: z.number().int(),
        fileName: z.string(),
        root: treeHash.nullable(),
        rows: z.number().int(),
        total: decimalString,
        claimed: decimalString.describe(
          'Of what its rows give, by whichever version it was claimed; rejected claims count as unclaimed',
        ),
        unclaimed: decimalString,
        beyond: decimalString.describe(
          'Claimed by addresses that it does not have, or for more than it gives',
        ),
      }),
    )
    .describe('The version in force, and earlier ones that claims name, newest first'),
  byMint: z.array(
    z.object({
      mint: z.string().describe('Empty for what was marked sent, or is owed, before a sender was configured'),
      tokenName: z.string(),
      cluster: cluster.nullable(),
      owed: decimalString.describe('With what is under way and on hold'),
      paid: decimalString.describe('To claims, as the ledger has it; of distributions nothing'),
      marked: decimalString.describe('Marked sent without proof'),
      floored: decimalString.describe("Less than the token's smallest unit, claim by claim"),
      inSource: decimalString.nullable().describe('In the account that the bulk sender pays from'),
      readAt: epochSeconds.nullable().describe('When the node was asked for it'),
      problem: z.string().nullable().describe('Why it is not known'),
      owedToDistributions: decimalString.describe('By distributions that are paid from the same account'),
      sweepable: decimalString
        .nullable()
        .describe('`inSource` less `owed` and `owedToDistributions`, and never less than 0'),
    }),
  ),
  asOf: epochSeconds.describe('When the records were read: all of them at one moment'),
})
export type CloseOutReply = z.infer<typeof closeOutResponse>

const closeOutEndpoints = {
  closeOut: adminEndpoint({
    method: 'GET',
    path: '/api/admin/close-out',
    summary: 'What was given, claimed, paid, is owed, and may be taken back',
    description:
      "For each list: total = claimed + unclaimed. For each list, over all tokens: claimed + beyond = paid + owed + marked + floored. Payments of reset claims on the sender's cluster count.",
    reply: closeOutResponse,
    errors: [],
  }),

  exportCloseOut: adminEndpoint({
    method: 'GET',
    path: '/api/admin/close-out.xlsx',
    summary: 'The same as a workbook',
    reply: { fileName: 'close_out.xlsx' },
    errors: [],
  }),
}

/** A stretch of time: from its beginning to before its end. */
const ledgerWindow = z.object({
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

const ledgerQuery = ledgerWindow.extend({
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
const ledgerResponse = z.object({
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
