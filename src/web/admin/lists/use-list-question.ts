import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PublishListBody } from '#api-schema/lists.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { refreshLists } from '#web/admin/queries.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { type ListQuestionReply, listQuestionOf } from './list-question.ts'

const { publishUpload, discardUpload } = endpoints.lists

export type PublishedListReply = ReplyOf<typeof publishUpload>

/** What a person says of a file's columns, unit and decimal mark, and of its rows without an address. */
export type ListChoicesForm = Pick<PublishListBody, 'columns' | 'unit' | 'decimalMark' | 'leaveOut'>

/**
 * Works on what is asked about a list: each choice has the server read the file again and show what it finds, and publishing may
 * be asked about anew.
 */
export function useListQuestion(
  first: ListQuestionReply,
  { onPublished, onClose }: { onPublished(list: PublishedListReply): void; onClose(): void },
) {
  const [question, setQuestion] = useState(first)
  const [choices, setChoices] = useState<ListChoicesForm>({})
  const [words, setWords] = useState('')
  const queryClient = useQueryClient()
  const params = { uploadId: question.uploadId }

  const send = useMutation({
    mutationFn: (body: PublishListBody) => adminSend(publishUpload, { params, body }),
    onSuccess: onPublished,
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
      showToast({ tone: 'error', title: 'Discard Failed', description: failureSentence(error) })
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
