import type { ListPreviewView } from '#api-schema/lists.ts'
import { isErrorCode } from '#web/admin/error-code.ts'
import { ApiError } from '#web/lib/api-client.ts'

/** What the server asks before it publishes a holder list. */
export interface ListQuestionReply {
  uploadId: string
  preview: ListPreviewView
  /** The words to type; null for none. */
  confirm: string | null
  /** Somebody else published a list since this one was shown. */
  isOtherInForce: boolean
}

/** Reads what an error asks about a list; null where it is another error. */
export function listQuestionOf(error: unknown): ListQuestionReply | null {
  if (!(error instanceof ApiError) || !error.response) return null
  const { uploadId, preview, confirm } = error.response
  if (uploadId === undefined || preview === undefined) return null
  const isOtherInForce = isErrorCode(error, 'list_published_meanwhile')
  return { uploadId, preview, confirm: confirm ?? null, isOtherInForce }
}

/** True where a person has to choose something before the list can be published. */
export function isUndecided({ chosen, odd }: ListPreviewView): boolean {
  return chosen === null || odd.some(({ kind }) => kind === 'unit_unknown' || kind === 'decimal_mark')
}
