import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ListAskedReply, ListPreviewView, PublishListBody } from '#api-schema/lists.ts'
import { UNDECIDED_WARNINGS } from '#domain/list-warning.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { isErrorCode, showFailure } from '#web/admin/failures.ts'
import { refreshLists } from '#web/admin/queries.ts'
import { capitalize } from '#web/admin/values.tsx'
import { ApiError } from '#web/lib/api-client.ts'
import { showToast } from '#web/ui/toast-store.ts'

const { publishUpload, discardUpload } = endpoints.lists

/** Tells of a list that was published. */
export interface ListToast {
  title: string
  words(list: ReplyOf<typeof publishUpload>): string
}

/** What a person says of a file's columns, unit and decimal mark, and of its rows without an address. */
export type ListChoicesForm = Pick<PublishListBody, 'columns' | 'unit' | 'decimalMark' | 'leaveOut'>

/**
 * Works on what is asked about a list: each choice has the server read the file again and show what it finds, and publishing may
 * be asked about anew.
 */
export function useListQuestion(
  first: ListQuestionReply,
  { toast, onPublished, onClose }: { toast: ListToast; onPublished?: () => void; onClose(): void },
) {
  const [question, setQuestion] = useState(first)
  const [choices, setChoices] = useState<ListChoicesForm>({})
  const [words, setWords] = useState('')
  const queryClient = useQueryClient()
  const params = { uploadId: question.uploadId }

  const send = useMutation({
    mutationFn: (body: PublishListBody) => adminSend(publishUpload, { params, body }),
    onSuccess(list) {
      onClose()
      const unchecked = list.notChecked ? ` ${capitalize(list.notChecked)}.` : ''
      showToast({ tone: 'done', title: toast.title, description: `${toast.words(list)}${unchecked}` })
      onPublished?.()
      return refreshLists(queryClient)
    },
    onError(error) {
      const next = listQuestionOf(error)
      if (!next) return
      setQuestion(next)
      if (next.confirm !== question.confirm) setWords('')
    },
  })
  const discard = useMutation({
    mutationFn: () => adminSend(discardUpload, { params }),
    onSuccess() {
      onClose()
      showToast({
        tone: 'info',
        title: 'List Discarded',
        description: 'It was not published. Nothing was changed.',
      })
    },
    // It may have been published or dropped elsewhere: what is in force now is read again.
    onError(error) {
      onClose()
      showFailure('Discard Failed', error)
      return refreshLists(queryClient)
    },
  })
  const isPublishing = send.isPending && send.variables.lookOnly !== true

  return {
    question,
    choices,
    words,
    setWords,
    isLooking: send.isPending && send.variables.lookOnly === true,
    isPublishing,
    isDiscarding: discard.isPending,
    /** The error that says nothing to look at. */
    failure: send.error && !listQuestionOf(send.error) ? send.error : null,
    look(changed: ListChoicesForm) {
      const all = { ...choices, ...changed }
      setChoices(all)
      send.mutate({ ...all, lookOnly: true })
    },
    publish: () => send.mutate({ ...choices, ...(question.confirm !== null && { confirm: words.trim() }) }),
    /** Also what Escape does. Nothing once it is being published: it could come too late. */
    discard() {
      if (!isPublishing && !discard.isPending) discard.mutate()
    },
  }
}

/** What the server asks before it publishes a holder list. */
export interface ListQuestionReply extends ListAskedReply {
  /** Somebody else published a list since this one was shown. */
  isOtherInForce: boolean
}

/** Reads what an answer shows of a list that is to be published; null where it is another answer. */
export function listAskedOf(reply: object | ListAskedReply): ListQuestionReply | null {
  return 'uploadId' in reply ? { ...reply, isOtherInForce: false } : null
}

/** Reads what an error asks about a list; null where it is another error. */
function listQuestionOf(error: unknown): ListQuestionReply | null {
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
