import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { adminSend } from './admin-send.ts'
import { countOf } from './count-of.ts'
import { ListQuestionDialog } from './lists/ListQuestionDialog.tsx'
import { type ListQuestionReply, listAskedOf } from './lists/list-question.ts'
import { publishedWords } from './lists/published-words.ts'
import { ReadingProgress } from './lists/ReadingProgress.tsx'
import type { PublishedListReply } from './lists/use-list-question.ts'
import { refreshLists } from './queries.ts'
import { useLiveState } from './status/live-state.ts'

/** A button that makes the server read its own allocations file again. */
export function ReloadAllocations({ unit }: { unit: string }) {
  const queryClient = useQueryClient()
  const { state } = useLiveState()
  const [asked, setAsked] = useState<ListQuestionReply | null>(null)
  const reload = useMutation({
    mutationFn: () => adminSend(endpoints.admin.reloadAllocations),
    onSuccess: (reply) => setAsked(listAskedOf(reply)),
    onError: (error) =>
      showToast({
        tone: 'error',
        title: 'Reload Failed',
        description: errorSentence(error, 'Failed to reload allocations'),
      }),
  })

  function tellOfReloaded({ count, notChecked }: PublishedListReply) {
    setAsked(null)
    showToast({
      tone: 'done',
      title: 'Allocations Reloaded',
      description: publishedWords(`Loaded ${countOf(count, 'allocation')}.`, notChecked),
    })
    return refreshLists(queryClient)
  }

  return (
    <>
      <Button
        size="small"
        busy={reload.isPending}
        busyText="Reloading..."
        disabled={state?.hasAllocationsFile === false}
        title={
          state?.hasAllocationsFile === false
            ? 'Only where ALLOCATIONS_FILE is set'
            : "Reads the server's own allocations file again"
        }
        onClick={() => reload.mutate()}
      >
        Reload Allocations
      </Button>
      {reload.isPending && <ReadingProgress isSent />}
      {asked && (
        <ListQuestionDialog
          asked={asked}
          unit={unit}
          onPublished={tellOfReloaded}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
