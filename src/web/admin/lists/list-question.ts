import type { ListAskedReply, ListPreviewView } from '#api-schema/lists.ts'
import { UNDECIDED_WARNINGS } from '#domain/list-warning.ts'
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

/** Reads what an answer shows of a list that is to be published; null where it is another answer. */
export function listAskedOf(reply: object | ListAskedReply): ListQuestionReply | null {
  return 'uploadId' in reply ? { ...reply, isOtherInForce: false } : null
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
  return chosen === null || odd.some(({ kind }) => UNDECIDED_WARNINGS.includes(kind))
}
