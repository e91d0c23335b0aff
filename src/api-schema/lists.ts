import { z } from 'zod'
import { LIST_WARNING_KINDS } from '#domain/list-warning.ts'
import type { ErrorCode } from '#domain/portal-error.ts'
import { uploadResponse } from './admin.ts'
import { adminEndpoint } from './endpoint.ts'
import { decimalString, epochSeconds, fileHash, okResponse, pageFields, treeHash } from './primitives.ts'
import { MONEY_ERRORS } from './second-secret.ts'

/** As many digits as any number that a database gives. */
const versionId = z.string().regex(/^[1-9]\d{0,14}$/)

const uploadParams = z.object({ uploadId: z.string().max(100) })

const publishListBody = z.object({
  unit: z.enum(['amountWei', 'amountUA']).optional().describe('Where the columns do not say it'),
  columns: z
    .object({ address: z.string().max(4096), amount: z.string().max(4096) })
    .optional()
    .describe('Two of the names that were listed'),
  mark: z.enum(['.', ',']).optional().describe('Before the fraction of an amount'),
  decimalMark: z.enum(['.', ',']).optional().describe('The same as `mark`, as it was called first'),
  leaveOut: z
    .array(z.number().int().positive())
    .max(100)
    .optional()
    .describe('The numbers of rows without an address: a total, a note'),
  lookOnly: z.boolean().optional().describe('Shows what is read with these choices, and publishes nothing'),
  confirm: z.string().max(100).optional().describe('The words that were asked for'),
})
export type PublishListBody = z.infer<typeof publishListBody>

const listParams = z.object({ id: versionId })
const differenceParams = z.object({ id: versionId, other: versionId })

export const listWarning = z.object({
  kind: z.enum(LIST_WARNING_KINDS),
  words: z.string(),
  rows: z.number().int(),
  where: z.array(z.string()),
})
export type ListWarningView = z.infer<typeof listWarning>

export const listVersion = z.object({
  id: z.number().int(),
  state: z.enum(['published', 'superseded']),
  fileName: z.string(),
  fileHash: fileHash.nullable(),
  root: treeHash.nullable(),
  count: z.number().int(),
  totalAmountUA: decimalString,
  publishedAt: epochSeconds.nullable(),
  isKept: z.boolean().describe('It can be compared and restored'),
  unseenWarnings: z
    .array(listWarning)
    .describe('What a preview would have asked of a list that was loaded at a first start'),
})
export type ListVersionView = z.infer<typeof listVersion>

const listsQuery = z.object(pageFields(100))
const listsResponse = z.object({ lists: z.array(listVersion), nextCursor: z.string().nullable() })

export const listChange = z.object({
  count: z.number().int(),
  amountUA: decimalString,
  holders: z
    .array(
      z.object({
        address: z.string(),
        beforeUA: decimalString.nullable(),
        afterUA: decimalString.nullable(),
      }),
    )
    .describe('Those that it changes most'),
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
  read: z
    .object({
      unit: z.enum(['amountWei', 'amountUA']),
      decimals: z.number().int(),
      columns: z.array(z.object({ name: z.string(), as: z.enum(['address', 'amount', 'ignored']) })),
      mark: z.enum(['.', ',']),
    })
    .nullable(),
  expectedSupplyUA: decimalString.nullable(),
  mintSupplyUA: decimalString.nullable(),
  before: z.object({ count: z.number().int(), totalAmountUA: decimalString }).nullable(),
  isComparable: z.boolean(),
  ...CHANGES,
  largest: z.array(z.object({ address: z.string(), amountUA: decimalString })),
  odd: z.array(listWarning),
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

/** A list that is in force only once it is published under this id. */
export const listAsked = z.object({
  uploadId: z.string(),
  preview: listPreview,
  confirm: z.string().nullable().describe('The words that publishing takes; null for none'),
})
export type ListAskedReply = z.infer<typeof listAsked>

export const publishQuery = z.object({
  publish: z.enum(['if-certain']).optional().describe('At once where nothing has to be asked: for scripts'),
})

/** Errors of whatever publishes a holder list. */
export const PUBLISHING_ERRORS = [
  'invalid_allocation_file',
  'upload_given_up',
  'needs_confirmation',
  'list_published_meanwhile',
  'holder_list_changed',
  ...MONEY_ERRORS,
] as const satisfies ErrorCode[]

/** Holder lists that wait for an answer, and the versions that were in force. */
export const listEndpoints = {
  publishUpload: adminEndpoint({
    method: 'POST',
    path: '/api/admin/uploads/:uploadId/publish',
    summary: 'Publish a holder list that was asked about',
    params: uploadParams,
    body: publishListBody,
    reply: uploadResponse,
    errors: [...PUBLISHING_ERRORS, 'contradicts_file', 'no_upload', 'no_list'],
  }),

  discardUpload: adminEndpoint({
    method: 'DELETE',
    path: '/api/admin/uploads/:uploadId',
    summary: 'Drop a holder list that was asked about',
    params: uploadParams,
    reply: okResponse,
    errors: ['no_upload'],
  }),

  lists: adminEndpoint({
    method: 'GET',
    path: '/api/admin/lists',
    summary: 'The versions of the holder list, newest first',
    query: listsQuery,
    reply: listsResponse,
    errors: [],
  }),

  difference: adminEndpoint({
    method: 'GET',
    path: '/api/admin/lists/:id/difference/:other',
    summary: 'What the other version changes of this one',
    params: differenceParams,
    reply: listDifference,
    errors: ['no_list', 'holder_list_changed'],
  }),

  restore: adminEndpoint({
    method: 'POST',
    path: '/api/admin/lists/:id/restore',
    summary: 'Show an earlier version, to be published again',
    params: listParams,
    query: publishQuery,
    reply: z.union([listAsked, uploadResponse]),
    errors: [...PUBLISHING_ERRORS, 'no_list'],
  }),
}
