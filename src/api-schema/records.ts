import { z } from 'zod'
import { decimalString } from './primitives.ts'

/** A movement of the sending wallet's tokens that is no payment of ours. */
export const otherMovement = z.object({
  signature: z.string(),
  amountUA: decimalString,
  counterparties: z.array(
    z.object({ address: z.string().describe('The wallet, not its token account'), amountUA: decimalString }),
  ),
  note: z.string().nullable().describe('How an operator has explained it, if one has'),
})
export type OtherMovementBody = z.infer<typeof otherMovement>

/** Explains an outflow or an inflow that reconcile lists. */
export const acknowledgeBody = z.object({
  signature: z.string().trim().min(1).max(100),
  note: z.string().trim().min(1).max(1000),
})
export type AcknowledgeBody = z.infer<typeof acknowledgeBody>

/** A take-over: payments that the chain shows and the records lacked are now recorded. */
export const takeOverResponse = z.object({
  payments: z.number().int().describe('Taken over from the chain'),
  amountUA: decimalString.describe('Their sum'),
  claims: z.number().int().describe('Claims that are sent by it'),
})
export const anchorNowBody = z.object({
  confirm: z.string().trim().max(100).describe('The words that a 400 anchor_unconfirmed names'),
})
export type AnchorNowBody = z.infer<typeof anchorNowBody>

export const continueWithoutBody = z.object({
  confirm: z
    .string()
    .trim()
    .max(100)
    .describe('The words that a 400 continue_unconfirmed names: "12 payments"'),
})
export type ContinueWithoutBody = z.infer<typeof continueWithoutBody>

export const continueWithoutResponse = z.object({
  payments: z.number().int().describe('That the records will go on without'),
})
