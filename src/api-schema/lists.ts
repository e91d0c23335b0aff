import { z } from 'zod'
import { decimalString, epochSeconds, fileHash, treeHash } from './primitives.ts'

/** As many digits as any number that a database gives. */
const versionId = z.string().regex(/^[1-9]\d{0,14}$/)

export const uploadParams = z.object({ uploadId: z.string().max(100) })

export const publishListBody = z.object({
  unit: z.enum(['amountWei', 'amountUA']).optional().describe('Where the columns do not say it'),
  columns: z
    .object({ address: z.string().max(4096), amount: z.string().max(4096) })
    .optional()
    .describe('Two of the names that were listed'),
  decimalMark: z.enum(['.', ',']).optional(),
  lookOnly: z.boolean().optional().describe('Shows what is read with these choices, and publishes nothing'),
  confirm: z.string().max(100).optional().describe('The words that were asked for'),
})
export type PublishListBody = z.infer<typeof publishListBody>

export const listParams = z.object({ id: versionId })
export const differenceParams = z.object({ id: versionId, b: versionId })

const listVersion = z.object({
  id: z.number().int(),
  state: z.enum(['published', 'superseded']),
  fileName: z.string(),
  fileHash: fileHash.nullable(),
  root: treeHash.nullable(),
  count: z.number().int(),
  totalAmountUA: decimalString,
  publishedAt: epochSeconds.nullable(),
  isKept: z.boolean().describe('It can be compared and restored'),
})
export type ListVersionView = z.infer<typeof listVersion>

export const listsResponse = z.object({ lists: z.array(listVersion) })
