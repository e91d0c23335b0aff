import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Distribution } from '#api-schema/standalone-sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { countOf } from '#web/admin/count-of.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { refreshStandalone } from './queries.ts'

/** Deletes a distribution that was never started, after a question. */
export function DeleteDistribution({ distribution, unit }: { distribution: Distribution; unit: string }) {
  const { id, fileName, totalAddresses, totalAmount } = distribution
  const queryClient = useQueryClient()
  const place = useUrlState()
  const [isAsked, setIsAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => adminSend(endpoints.standaloneSender.remove, { params: { distributionId: id } }),
    onSuccess() {
      showToast({
        tone: 'done',
        title: 'Distribution Deleted',
        description: `${fileName} can not be started any more.`,
      })
      if (place('distribution') === id) changeUrlState({ distribution: '' })
    },
    onError: (error) =>
      showToast({
        tone: 'error',
        title: 'Delete Failed',
        description: errorSentence(error, 'Failed to delete distribution'),
      }),
    onSettled() {
      setIsAsked(false)
      return refreshStandalone(queryClient)
    },
  })
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsAsked(true)}>
        Delete
      </Button>
      {isAsked && (
        <FormDialog
          title="Delete this distribution?"
          onClose={() => setIsAsked(false)}
          onSubmit={() => remove.mutate()}
          submit={{
            text: 'Delete distribution',
            busyText: 'Deleting...',
            busy: remove.isPending,
            danger: true,
          }}
        >
          <p className="[overflow-wrap:anywhere]">
            {fileName}: {countOf(totalAddresses, 'payment')}, {groupThousands(totalAmount)} {unit}. Nothing of
            it was started. To pay it later, upload the file again.
          </p>
        </FormDialog>
      )}
    </>
  )
}
