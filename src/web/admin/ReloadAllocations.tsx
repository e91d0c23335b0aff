import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { Button } from '#web/ui/Button.tsx'
import { countOf } from '#web/ui/group-thousands.ts'
import { adminSend } from './admin-send.ts'
import { ListQuestionDialog } from './lists/ListQuestionDialog.tsx'
import { ReadingProgress } from './lists/ReadingProgress.tsx'
import { type ListQuestionReply, listAskedOf } from './lists/use-list-question.ts'
import { showFailure } from './show-failure.ts'
import { useLiveState } from './status/live-state.ts'

/** A button that makes the server read its own allocations file again. */
export function ReloadAllocations({ unit }: { unit: string }) {
  const { state } = useLiveState()
  const [asked, setAsked] = useState<ListQuestionReply | null>(null)
  const reload = useMutation({
    mutationFn: () => adminSend(endpoints.admin.reloadAllocations),
    onSuccess: (reply) => setAsked(listAskedOf(reply)),
    onError: (error) => showFailure('Reload Failed', error, 'Failed to reload allocations'),
  })

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
          toast={{
            title: 'Allocations Reloaded',
            words: ({ count }) => `Loaded ${countOf(count, 'allocation')}.`,
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
