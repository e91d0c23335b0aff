import type { ErrorCode } from '#domain/portal-error.ts'

/** Errors of whatever publishes a holder list. */
export const PUBLISHING_ERRORS = [
  'invalid_allocation_file',
  'upload_given_up',
  'needs_confirmation',
  'list_published_meanwhile',
  'holder_list_changed',
] as const satisfies ErrorCode[]
