import { z } from 'zod'
import { listPreview } from './list-preview.ts'

/** Every answer that is not a success. `details` lists several things wrong at once: rows of a file, fields of a form. */
export const errorResponse = z.object({
  error: z.string().describe('A sentence for a person'),
  code: z.string().describe('A stable snake_case code'),
  requestId: z.string(),
  context: z
    .record(z.string(), z.string())
    .optional()
    .describe('What the sentence names, for a page that says it in another language'),
  confirm: z
    .string()
    .nullable()
    .optional()
    .describe('With needs_confirmation: the words that the same request takes as `confirm`; null for none'),
  uploadId: z.string().optional().describe('The holder list that waits for an answer'),
  preview: listPreview.optional().describe('What is seen of that list'),
  details: z.array(z.object({ where: z.string(), problem: z.string() })).optional(),
})
export type ErrorResponse = z.infer<typeof errorResponse>

/** The same without what only a question has: it would be most of the API's document. */
export const plainErrorResponse = errorResponse.omit({ uploadId: true, preview: true, confirm: true })
