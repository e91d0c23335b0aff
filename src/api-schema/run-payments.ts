import { z } from 'zod'
import { TRANSFER_STATES } from '#domain/payout-states.ts'
import { decimalString, epochSeconds } from './primitives.ts'
import { payoutRun } from './runs.ts'

export const runParams = z.object({ id: z.string().max(20) })

export const runPaymentsQuery = z.object({
  state: z.enum(TRANSFER_STATES).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(300).optional().describe('Opaque: as the page before gave it'),
})

const runPayment = z.object({
  id: z.string(),
  claimId: z
    .string()
    .nullable()
    .describe("Also where the claim was reset since; null for a distribution's row"),
  isClaimReset: z.boolean(),
  evmAddr: z.string().nullable(),
  rowNumber: z.number().int().nullable().describe("The row of the distribution's file"),
  recipient: z.string(),
  amountUA: decimalString,
  baseUnits: decimalString,
  dustUA: decimalString,
  state: z.enum(TRANSFER_STATES).describe('In this run; `queued` was not sent by it'),
  signature: z.string().nullable(),
  slot: z.number().int().nullable(),
  feeSOL: decimalString.nullable().describe("An equal share of its transaction's fee"),
  rentSOL: decimalString
    .nullable()
    .describe('An equal share of the rent of the accounts that its transaction created'),
  reason: z.string().nullable().describe('Why it failed, or is on hold, in words'),
})
export type RunPayment = z.infer<typeof runPayment>

/** A run, and a page of its payments in the order of its list. */
export const runPaymentsResponse = z.object({
  asOf: epochSeconds.describe('The moment of all counts and states'),
  run: payoutRun,
  payments: z.array(runPayment),
  nextCursor: z.string().nullable(),
})
export type RunPaymentsResponse = z.infer<typeof runPaymentsResponse>
