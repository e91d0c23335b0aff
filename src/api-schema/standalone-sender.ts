import { z } from 'zod'
import { DISTRIBUTION_STATUSES } from '#domain/payout-states.ts'
import { REPEAT_KINDS } from '#domain/repeated-payments.ts'
import {
  BULK_SENDER_LIMITS,
  bulkSenderConfigBody,
  bulkSenderConfigResponse,
  bulkSenderEstimateResponse,
} from './bulk-sender.ts'
import { adminEndpoint } from './endpoint.ts'
import {
  cluster,
  decimalString,
  epochSeconds,
  messageResponse,
  okResponse,
  pageFields,
} from './primitives.ts'
import { expected, startHeaders } from './runs.ts'
import { MONEY_ERRORS } from './second-secret.ts'
import {
  CLUSTER_ERRORS,
  CONFIG_ERRORS,
  recordsEndpoints,
  runStateFields,
  START_ERRORS,
  senderStateFields,
} from './sender-records.ts'

export const STANDALONE_SENDER_LIMITS = {
  batchSize: { min: 1, max: 100, default: 50 },
  delayMs: { min: 100, max: BULK_SENDER_LIMITS.delayMs.max, default: 2000 },
} as const

const { batchSize, delayMs } = STANDALONE_SENDER_LIMITS

export const standaloneConfigBody = bulkSenderConfigBody.extend({
  batchSize: z.number().int().min(batchSize.min).max(batchSize.max).default(batchSize.default),
  delayBetweenBatches: z
    .number()
    .int()
    .min(delayMs.min)
    .max(delayMs.max)
    .default(delayMs.default)
    .describe('Milliseconds'),
})
export type StandaloneConfigBody = z.input<typeof standaloneConfigBody>

export const tokenName = z
  .string()
  .describe(
    "The portal's symbol for the bulk sender's token; for another its own metadata's, or \"tokens of Fq5eBq…tgd4\"",
  )

export const standaloneStatusResponse = z.object({
  configured: z.boolean(),
  running: z.boolean(),
  walletAddress: z.string().nullable(),
  tokenMintAddress: z.string().nullable(),
  tokenName: tokenName.nullable(),
  rpcUrl: z.string().describe('The origin alone. What the form starts with, until configured'),
  cluster: cluster.nullable(),
  batchSize: z.number().int().nullable(),
  delayBetweenBatches: z.number().int().nullable(),
  priorityFeeCap: z.number().int().nullable().describe('Micro-lamports for each compute unit'),
  ...senderStateFields,
})
export type StandaloneStatusResponse = z.infer<typeof standaloneStatusResponse>

export const repeats = z.object({
  rows: z.number().int().describe('That it owes and were paid before: same wallet, same amount, same mint'),
  of: z.number().int().describe('All rows that it owes'),
  amountUA: decimalString.describe('Of these rows together'),
  paid: z.number().int().describe('Of these rows, those for which the other payment is paid'),
  onHold: z.number().int().describe('Those for which it is signed and not decided: it may land'),
  underWay: z.number().int().describe('Those for which it is under way, or on the list of a run'),
  confirm: z.string().describe('The words with which a start pays them again'),
  sameFile: z
    .object({ id: z.string(), fileName: z.string(), paidAt: epochSeconds.nullable() })
    .nullable()
    .describe('The distribution of the very same file that was paid, or signed, before'),
})

const repeatsOrNull = repeats
  .nullable()
  .describe('What a start would pay again, and asks about; null where that is no row')

export const distribution = z.object({
  id: z.string(),
  fileName: z.string(),
  mint: z.string().describe('The token that its amounts are of'),
  tokenName,
  status: z.enum(DISTRIBUTION_STATUSES).describe('A stopped one is pending: it can be started again'),
  totalAddresses: z.number().int().describe('Rows of the file'),
  totalAmount: decimalString,
  totalAmountSent: decimalString,
  successfulTxns: z.number().int().describe('Rows that are paid'),
  failed: z.number().int(),
  held: z.number().int().describe('Payments that can not be decided yet'),
  createdAt: epochSeconds,
  cluster,
  message: z.string().nullable().describe('Why its last run ended early, or what it waits for'),
  leftOut: z.number().int().describe('Rows that were paid before and that a start has left out, for good'),
  repeats: repeatsOrNull,
  ...runStateFields,
})
export type DistributionBody = z.infer<typeof distribution>

const { limit, cursor } = pageFields(50)

/** Newest first. */
const distributionsResponse = z.object({
  distributions: z.array(distribution),
  nextCursor: z.string().nullable(),
})
const distributionParams = z.object({ distributionId: z.string().max(40) })

export const startDistributionBody = z
  .strictObject({
    confirm: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('The words that a 409 needs_confirmation names: "120 payments again, 4800 tokens"'),
    leaveOutRepeats: z
      .boolean()
      .optional()
      .describe('Rows that were paid before are left out, of this run and of later ones'),
    expect: expected.optional(),
  })
  .nullish()

export const repeatedRow = z.object({
  rowNumber: z.number().int(),
  recipient: z.string(),
  amountUA: decimalString,
  leftOut: z.boolean().describe('A start has left it out'),
  by: z
    .object({
      state: z.enum(REPEAT_KINDS),
      claimId: z.string().nullable(),
      evmAddr: z.string().nullable(),
      distributionId: z.string().nullable(),
      fileName: z.string().nullable(),
      rowNumber: z.number().int().nullable(),
      signature: z.string().nullable(),
      at: epochSeconds
        .nullable()
        .describe('When it was settled, or else signed; null where it is still to be'),
    })
    .describe('The payment by which it was paid before'),
})
export type RepeatedRowBody = z.infer<typeof repeatedRow>

/** In the order of the file. */
const repeatedRowsResponse = z.object({
  rows: z.array(repeatedRow),
  nextCursor: z.string().nullable(),
})

export type StartDistributionBody = NonNullable<z.input<typeof startDistributionBody>>

/** A file with hidden rows or sheets is taken only with the words that name them. */
const distributionUploadQuery = z.object({
  confirm: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('The words that a 409 needs_confirmation names: "3 hidden rows"'),
  format: z.enum(['xlsx', 'csv']).optional(),
})

const sheet = z.object({
  name: z.string(),
  rows: z.number().int().nullable().describe('Null where there are too many to count'),
})

export const distributionProgressResponse = distribution.extend({
  processed: z.number().int(),
  successful: z.number().int(),
  currentBatch: z.number().int(),
  estimatedTimeRemaining: z.number().int().describe('Seconds'),
})
const mintSum = { totalAmount: decimalString, totalAmountSent: decimalString }

/** Over all distributions. Amounts of different tokens are never added up. */
export const standaloneStatsResponse = z.object({
  mint: z
    .string()
    .nullable()
    .describe('The token of the two amounts: the one configured now, else that of the newest distribution'),
  tokenName: tokenName.nullable(),
  ...mintSum,
  byMint: z
    .array(z.object({ mint: z.string(), tokenName, cluster, ...mintSum }))
    .describe('Of each token that was ever uploaded for, the newest first'),
  totalDistributions: z.number().int(),
  successfulTxns: z.number().int().describe('Transactions: one carries many payments'),
  successfulPayments: z.number().int(),
})
const addressInRows = z.object({ address: z.string(), rows: z.array(z.number().int()) })

export const distributionUploadResponse = z.object({
  distributionId: z.string(),
  mint: z.string(),
  tokenName,
  totalAddresses: z.number().int(),
  totalAmount: decimalString,
  sheet: z.string().nullable().describe('The name of the sheet that was read; null of a CSV'),
  unreadSheets: z.array(sheet.extend({ hidden: z.boolean() })).describe('Other sheets that are not empty'),
  hiddenRowCount: z.number().int().describe('Rows to be paid that are hidden, by hand or by a filter'),
  sameFileAs: z.string().nullable().describe('An earlier distribution of the very same file'),
  repeats: repeatsOrNull,
  header: z.array(z.string()).nullable().describe('The first row, where it was skipped as no payment'),
  duplicateCount: z.number().int(),
  duplicates: z.array(addressInRows).describe('The first 100 addresses paid in several rows: each is paid'),
  offCurveCount: z.number().int(),
  offCurve: z
    .array(addressInRows)
    .describe("The first 100 addresses that no key can sign for: a multisig's vault, or a mistake"),
})
export type DistributionUploadResponse = z.infer<typeof distributionUploadResponse>

const BASE = '/api/standalone-bulk-sender'

/** Of every endpoint here: with STANDALONE_SENDER=off none answers anything else to who has a session. */
const OFF = 'standalone_sender_off'

/** Errors that keep a distribution from being paid at all. */
const UNPAYABLE = [
  OFF,
  'no_distribution',
  'standalone_not_configured',
  'distribution_of_other_token',
] as const

/** The sender of spreadsheets: its wallet, its files, and their payments. */
export const standaloneSenderEndpoints = {
  ...recordsEndpoints(BASE, ['standalone_not_configured', OFF]),

  status: adminEndpoint({
    method: 'GET',
    path: `${BASE}/status`,
    summary: 'The standalone sender',
    reply: standaloneStatusResponse,
    errors: [OFF],
    isPolled: true,
  }),

  distributions: adminEndpoint({
    method: 'GET',
    path: `${BASE}/distributions`,
    summary: 'The distributions, newest first',
    query: z.object({
      limit: limit.unwrap().optional().describe('All of them without it'),
      cursor,
    }),
    reply: distributionsResponse,
    errors: [OFF],
    isPolled: true,
  }),

  stats: adminEndpoint({
    method: 'GET',
    path: `${BASE}/stats`,
    summary: 'What all distributions add up to',
    reply: standaloneStatsResponse,
    errors: [OFF],
    isPolled: true,
  }),

  progress: adminEndpoint({
    method: 'GET',
    path: `${BASE}/progress/:distributionId`,
    summary: 'How far a distribution has come',
    params: distributionParams,
    reply: distributionProgressResponse,
    errors: [OFF, 'no_distribution'],
    isPolled: true,
  }),

  result: adminEndpoint({
    method: 'GET',
    path: `${BASE}/result/:distributionId`,
    summary: 'What became of each row of a distribution',
    params: distributionParams,
    reply: { fileName: 'distribution_:distributionId.csv' },
    errors: [OFF, 'no_distribution'],
  }),

  repeatedRows: adminEndpoint({
    method: 'GET',
    path: `${BASE}/distributions/:distributionId/repeats`,
    summary: 'The rows of a distribution that were paid before',
    params: distributionParams,
    query: z.object({
      ...pageFields(50),
    }),
    reply: repeatedRowsResponse,
    errors: [OFF, 'no_distribution'],
  }),

  estimate: adminEndpoint({
    method: 'GET',
    path: `${BASE}/estimate/:distributionId`,
    summary: 'What paying the rest of a distribution will cost',
    params: distributionParams,
    query: z.object({
      leaveOutRepeats: z
        .enum(['true', 'false'])
        .default('false')
        .describe('Without the rows that were paid before, as a start that leaves them out'),
    }),
    reply: bulkSenderEstimateResponse,
    errors: [...UNPAYABLE, ...CLUSTER_ERRORS],
  }),

  config: adminEndpoint({
    method: 'POST',
    path: `${BASE}/config`,
    summary: 'Set the sending wallet',
    body: standaloneConfigBody,
    reply: bulkSenderConfigResponse,
    errors: [OFF, ...CONFIG_ERRORS],
  }),

  upload: adminEndpoint({
    method: 'POST',
    path: `${BASE}/upload`,
    summary: 'Add a distribution: the whole file, or nothing',
    query: distributionUploadQuery,
    body: { fileField: 'excelFile' },
    reply: distributionUploadResponse,
    errors: [
      OFF,
      'standalone_not_configured',
      'not_an_xlsx',
      'not_a_csv',
      'invalid_distribution_file',
      'needs_confirmation',
      ...MONEY_ERRORS,
    ],
  }),

  start: adminEndpoint({
    method: 'POST',
    path: `${BASE}/start/:distributionId`,
    summary: 'Pay what a distribution still owes',
    description:
      'As bulkSenderStart. Rows that were paid before are asked about: 409 needs_confirmation, answered by `confirm` or by `leaveOutRepeats`.',
    params: distributionParams,
    body: startDistributionBody,
    headers: startHeaders,
    reply: messageResponse,
    errors: [...UNPAYABLE, 'distribution_settled', 'only_repeats', 'needs_confirmation', ...START_ERRORS],
  }),

  remove: adminEndpoint({
    method: 'DELETE',
    path: `${BASE}/distributions/:distributionId`,
    summary: 'Delete a distribution that was never started',
    params: distributionParams,
    reply: okResponse,
    errors: [OFF, 'no_distribution', 'distribution_begun'],
  }),

  stop: adminEndpoint({
    method: 'POST',
    path: `${BASE}/stop/:distributionId`,
    summary: "Stop a distribution's run",
    params: distributionParams,
    reply: messageResponse,
    errors: [OFF, 'no_distribution', 'no_run_in_progress'],
  }),
}
