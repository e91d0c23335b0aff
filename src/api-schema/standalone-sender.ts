import { z } from 'zod'
import { CLUSTER_NAMES } from '#domain/cluster-name.ts'
import { DISTRIBUTION_STATUSES } from '#domain/payout-states.ts'
import { BULK_SENDER_LIMITS, bulkSenderConfigBody } from './bulk-sender.ts'
import { decimalString, epochSeconds } from './primitives.ts'
import { runStateFields, senderStateFields } from './sender-state.ts'

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

export const standaloneStatusResponse = z.object({
  configured: z.boolean(),
  running: z.boolean(),
  walletAddress: z.string().nullable(),
  tokenMintAddress: z.string().nullable(),
  rpcUrl: z.string().describe('The origin alone. What the form starts with, until configured'),
  cluster: z.enum(CLUSTER_NAMES).nullable(),
  batchSize: z.number().int().nullable(),
  delayBetweenBatches: z.number().int().nullable(),
  priorityFeeCap: z.number().int().nullable().describe('Micro-lamports for each compute unit'),
  ...senderStateFields,
})
export type StandaloneStatusResponse = z.infer<typeof standaloneStatusResponse>

export const distribution = z.object({
  id: z.string(),
  fileName: z.string(),
  status: z.enum(DISTRIBUTION_STATUSES).describe('A stopped one is pending: it can be started again'),
  totalAddresses: z.number().int().describe('Rows of the file'),
  totalAmount: decimalString,
  totalAmountSent: decimalString,
  successfulTxns: z.number().int().describe('Rows that are paid'),
  failed: z.number().int(),
  held: z.number().int().describe('Payments that can not be decided yet'),
  createdAt: epochSeconds,
  cluster: z.enum(CLUSTER_NAMES),
  message: z.string().nullable().describe('Why its last run ended early, or what it waits for'),
  repeats: z
    .object({
      payments: z.number().int().describe('Owed ones that were made before: same wallet, same amount'),
      of: z.number().int().describe('All that it owes'),
      sameFile: z
        .object({ id: z.string(), fileName: z.string(), paidAt: epochSeconds })
        .nullable()
        .describe('The distribution of the very same file that was paid before'),
    })
    .nullable()
    .describe('What a start would pay again, which it asks to confirm'),
  ...runStateFields,
})
export type Distribution = z.infer<typeof distribution>

/** Newest first. */
export const distributionsResponse = z.object({ distributions: z.array(distribution) })
export const distributionParams = z.object({ distributionId: z.string().max(40) })

export const startDistributionBody = z
  .object({
    confirm: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('The words that a 409 needs_confirmation names: "120 payments again"'),
  })
  .nullish()

/** A file with hidden rows or sheets is taken only with the words that name them. */
export const distributionUploadQuery = z.object({
  confirm: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('The words that a 409 needs_confirmation names: "3 hidden rows"'),
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
/** Over all distributions. */
export const standaloneStatsResponse = z.object({
  totalAmount: decimalString,
  totalAmountSent: decimalString,
  totalDistributions: z.number().int(),
  successfulTxns: z.number().int().describe('Transactions: one carries many payments'),
  successfulPayments: z.number().int(),
})
const addressInRows = z.object({ address: z.string(), rows: z.array(z.number().int()) })

export const distributionUploadResponse = z.object({
  distributionId: z.string(),
  totalAddresses: z.number().int(),
  totalAmount: decimalString,
  sheet: z.string().describe('The name of the sheet that was read'),
  unreadSheets: z.array(sheet.extend({ hidden: z.boolean() })).describe('Other sheets that are not empty'),
  hiddenRowCount: z.number().int().describe('Rows to be paid that are hidden, by hand or by a filter'),
  sameFileAs: z.string().nullable().describe('An earlier distribution of the very same file'),
  header: z.array(z.string()).nullable().describe('The first row, where it was skipped as no payment'),
  duplicateCount: z.number().int(),
  duplicates: z.array(addressInRows).describe('The first 100 addresses paid in several rows: each is paid'),
  offCurveCount: z.number().int(),
  offCurve: z
    .array(addressInRows)
    .describe("The first 100 addresses that no key can sign for: a multisig's vault, or a mistake"),
})
export type DistributionUploadResponse = z.infer<typeof distributionUploadResponse>
