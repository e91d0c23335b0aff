import type { ErrorCode } from '#domain/portal-error.ts'
import type { Endpoint } from './endpoint.ts'

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
