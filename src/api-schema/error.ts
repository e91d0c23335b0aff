import { z } from 'zod'
import type { ErrorCode } from '#domain/portal-error.ts'
import type { Endpoint } from './endpoint.ts'
import { listPreview } from './lists.ts'
import { leftOut } from './primitives.ts'

const passkeyChoices = z.array(z.object({ id: z.string(), rpId: z.string() }))

/** Every answer that is not a success. `details` lists several things wrong at once: rows of a file, fields of a form. */
export const errorResponse = z.object({
  error: z.string().describe('A sentence for a person'),
  code: z.string().describe('A stable snake_case code'),
  requestId: z.string(),
  context: z
    .record(z.string(), z.union([z.string(), z.number(), leftOut, passkeyChoices]))
    .optional()
    .describe(
      'What the sentence names, for a page that says it in another language; with changed_meanwhile `count`, `amountUA` and `leftOut`; with second_secret_required `what`, `challenge` and `passkeys`: repeat with the answer as `secondSecret`',
    ),
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

/** Error codes of every endpoint, besides those that it names itself. */
const OF_ANY = [
  'invalid_request',
  'not_found',
  'not_ready',
  'record_unreadable',
  'store_unavailable',
  'internal',
] as const satisfies ErrorCode[]

/** Error codes of every endpoint whose method has a body, even where none is expected. */
const OF_BODIES = [
  'malformed_json',
  'payload_too_large',
  'request_too_slow',
  'unsupported_media_type',
] as const satisfies ErrorCode[]

/** Lists every code that an endpoint may answer. */
export function errorCodesOf({ method, needsSession, rateLimit, errors }: Endpoint): readonly ErrorCode[] {
  return [
    ...OF_ANY,
    ...(method === 'GET' ? [] : OF_BODIES),
    ...(needsSession ? (['unauthorized'] as const) : []),
    ...(needsSession || rateLimit ? (['too_many_requests'] as const) : []),
    ...(rateLimit ? (['too_busy'] as const) : []),
    ...errors,
  ]
}
