import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClaimControlsResponse } from '#api-schema/claim-controls.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminQuery, adminSend } from '#web/admin/admin-send.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { refresh } from '#web/admin/queries.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { ClaimControlsDialog } from './ClaimControlsDialog.tsx'

const { claimControls, changeClaimControls } = endpoints.admin

/** Whether claims are accepted, and the buttons that change it at once. */
export function ClaimControlsCard() {
  const controls = useQuery({ ...adminQuery(claimControls), refetchOnMount: 'always' })
  return (
    <Card className="space-y-4">
      <h2 className="text-17 font-semibold">Claim Window</h2>
      {controls.data && <Controls controls={controls.data} />}
      {controls.isPending && <Skeleton className="h-20" />}
      {controls.isError && !controls.data && (
        <FailedQuery query={controls} text="The claim window could not be read." />
      )}
    </Card>
  )
}

function Controls({ controls }: { controls: ClaimControlsResponse }) {
  const [isEditing, setIsEditing] = useState(false)
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (body: Omit<ClaimControlsResponse, 'claimsOpen'>) => adminSend(changeClaimControls, { body }),
    onSuccess: ({ paused, claimsOpen }) => {
      setIsEditing(false)
      showToast({
        tone: 'done',
        title: paused ? 'Claims Paused' : 'Claim Window Changed',
        description: claimsOpen ? 'Claims are accepted now.' : 'No claim is accepted now.',
      })
      return refresh(queryClient, [claimControls, endpoints.public.portal])
    },
    onError: (error) =>
      showToast({ tone: 'error', title: 'Not Changed', description: errorSentence(error, error.message) }),
  })
  const { claimsOpen: _, ...current } = controls

  return (
    <>
      <p>
        <span className="font-semibold">{stateOf(controls)}</span> {windowOf(controls)}
      </p>
      {controls.banner && (
        <p className="text-muted">
          Banner: <span className="[overflow-wrap:anywhere]">{controls.banner.text}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={controls.paused ? 'primary' : 'danger'}
          busy={change.isPending && !isEditing}
          onClick={() => change.mutate({ ...current, paused: !controls.paused })}
        >
          {controls.paused ? 'Accept Claims Again' : 'Pause Claims'}
        </Button>
        <Button onClick={() => setIsEditing(true)}>Change Window and Banner</Button>
      </div>
      <p className="text-13 text-muted">
        At once, on all servers. Claims already made stay, and payouts go on.
      </p>
      {isEditing && (
        <ClaimControlsDialog
          controls={current}
          isBusy={change.isPending}
          onSave={change.mutate}
          onClose={() => setIsEditing(false)}
        />
      )}
    </>
  )
}

function stateOf({ paused, claimsOpen }: ClaimControlsResponse): string {
  if (paused) return 'Claims are paused.'
  return claimsOpen ? 'Claims are open.' : 'Claims are not open.'
}

function windowOf({ claimsOpenAt, claimsCloseAt }: ClaimControlsResponse): string {
  const from = claimsOpenAt === null ? '' : ` from ${formatLocal(claimsOpenAt)}`
  const until = claimsCloseAt === null ? '' : ` until ${formatLocal(claimsCloseAt)}`
  return from + until === '' ? 'The window has no end.' : `The window is${from}${until}.`
}
