import { z } from 'zod'
import { decimalString } from './primitives.ts'

/** The most claims of a selection: what a body may hold. */
export const MAX_SELECTED_CLAIMS = 2000

/** The most characters of an Idempotency-Key. */
const MAX_KEY_LENGTH = 200

const positiveAmount = decimalString.max(60).refine((text) => /[1-9]/.test(text), 'More than zero')
const positiveCount = z.number().int().min(1).max(1_000_000_000)

/** What was shown as payable when a person pressed Start. */
export const expected = z
  .object({ count: z.number().int().min(0).max(1_000_000_000), amountUA: decimalString.max(60) })
  .optional()
  .describe(
    'What was shown as payable: where it is not that any more, nothing starts (409 changed_meanwhile)',
  )

/** The headers of a start. */
export const startHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .min(1)
    .max(MAX_KEY_LENGTH)
    .optional()
    .describe(
      'Any text that is new for each start. Another request to this route with the same key and body is answered as the first was, and starts nothing',
    ),
})

/** The part of what is owed that a start pays; all of it without a body. */
export const startBody = z
  .object({
    limit: z
      .object({
        count: positiveCount.optional().describe('The first so many, in order of arrival'),
        amountUA: positiveAmount
          .optional()
          .describe('In order of arrival, for as long as they come to no more than this'),
      })
      .optional()
      .describe('Claims whose last payment failed, or is on hold, are left out then'),
    claimIds: z
      .array(z.string().max(40))
      .min(1)
      .max(MAX_SELECTED_CLAIMS)
      .optional()
      .describe('Only these, also where their last payment failed; those that wait no more are left out'),
    canary: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe('So many payments have to be final before any other is signed; if one fails the run ends'),
    expect: expected,
  })
  .nullish()
export type StartBody = NonNullable<z.input<typeof startBody>>

/** The limits that an estimate is asked with. */
export const estimateQuery = z.object({
  count: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
  amountUA: positiveAmount.optional(),
})
