import { z } from 'zod'
import { CLUSTER_NAMES } from '#domain/cluster-name.ts'
import { PAYMENT_RECORDS } from '#domain/transfer.ts'
import { decimalString, epochSeconds, paymentSum } from './primitives.ts'

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
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(300).optional().describe('Opaque: as the page before gave it'),
})

const ledgerEntry = z.object({
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
  cluster: z
    .enum(CLUSTER_NAMES)
    .nullable()
    .describe('Null where it was marked sent before a sender was configured'),
  signature: z.string().nullable(),
  slot: z.number().int().nullable(),
  feeSOL: decimalString
    .nullable()
    .describe("An equal share of its transaction's fee; null where no run made it"),
  rentSOL: decimalString.nullable(),
  runId: z.string().nullable(),
  recordedBy: z.enum(PAYMENT_RECORDS).nullable().describe('By what evidence it counts as paid'),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

const ledgerTotal = z.object({
  tokenMintAddress: z.string(),
  cluster: z.enum(CLUSTER_NAMES).nullable(),
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
