import { z } from 'zod'
import { ODD_KINDS } from '#domain/odd-thing.ts'
import { decimalString } from './primitives.ts'

const changedHolder = z.object({
  address: z.string(),
  beforeUA: decimalString.nullable(),
  afterUA: decimalString.nullable(),
})

const listChange = z.object({
  count: z.number().int(),
  amountUA: decimalString,
  holders: z.array(changedHolder).describe('Those that it changes most'),
})
export type ListChangeView = z.infer<typeof listChange>

const CHANGES = { added: listChange, removed: listChange, raised: listChange, lowered: listChange }

export const listDifference = z.object(CHANGES)
export type ListDifference = z.infer<typeof listDifference>

/** What is seen of a holder list before it is published. Amounts are in whole tokens. */
export const listPreview = z.object({
  fileName: z.string(),
  source: z.string().nullable(),
  count: z.number().int(),
  totals: z.object({ amountUA: decimalString.nullable(), amountWei: decimalString.nullable() }),
  unit: z.enum(['amountWei', 'amountUA']).nullable(),
  decimalMark: z.enum(['.', ',']).nullable(),
  expectedSupplyUA: decimalString.nullable(),
  before: z.object({ count: z.number().int(), totalAmountUA: decimalString }).nullable(),
  isComparable: z.boolean(),
  ...CHANGES,
  largest: z.array(z.object({ address: z.string(), amountUA: decimalString })),
  odd: z.array(
    z.object({
      kind: z.enum(ODD_KINDS),
      words: z.string(),
      rows: z.number().int(),
      where: z.array(z.string()),
    }),
  ),
  columns: z.array(z.string()),
  chosen: z.object({ address: z.string(), amount: z.string() }).nullable(),
  proposed: z
    .object({
      columns: z.object({ address: z.string(), amount: z.string() }).optional(),
      unit: z.enum(['amountWei', 'amountUA']).optional(),
      decimalMark: z.enum(['.', ',']).optional(),
    })
    .nullable(),
  samples: z.array(z.array(z.string())),
})
export type ListPreviewView = z.infer<typeof listPreview>
