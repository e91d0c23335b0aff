import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordsEndpoints } from '#api-schema/endpoints/records.ts'
import type { RecordsBehind as Lacking } from '#api-schema/sender-state.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { countOf } from '#web/admin/count-of.ts'
import { refreshClaims } from '#web/admin/queries.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { actionFailure } from './action-failure.ts'
import { ContinueWithoutDialog } from './ContinueWithoutDialog.tsx'

export interface RecordsBehindProps {
  /** The payments that the records lack, from the status. */
  lacking: Lacking
  /** The endpoints of the sender. */
  api: RecordsEndpoints
  unit: string
  refresh(queryClient: QueryClient): Promise<unknown>
}

/**
 * Shows that the chain has payments which the records lack, or a balance that they do not explain, and offers
 * the ways to continue. Nothing is sent before that.
 */
export function RecordsBehind(props: RecordsBehindProps) {
  const { lacking, api, unit, refresh } = props
  const { payments, amountUA } = lacking
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(false)
  const takeOver = useMutation({
    mutationFn: () => adminSend(api.takeOver),
    onSuccess(takenOver) {
      showToast({
        tone: 'done',
        title: 'Taken Over From the Chain',
        description: `${countOf(takenOver.payments, 'payment')}, ${groupThousands(takenOver.amountUA)} ${unit} in all. ${countOf(takenOver.claims, 'claim')} became sent.`,
      })
      return Promise.all([refresh(queryClient), refreshClaims(queryClient)])
    },
    onError: (error) => showToast(actionFailure('Take Over', error)),
  })
  return (
    <Notice
      tone="error"
      title={payments === 0 ? "The wallet's balance is not explained" : 'The records are behind the chain'}
    >
      {payments === 0 ? (
        <p>
          What the wallet holds on the chain is not explained by the records. Nothing is sent until this is
          decided. Reconcile with the chain first: what else moved its tokens is listed there.
        </p>
      ) : (
        <>
          <p>
            The chain shows {countOf(payments, 'payment')} (<Amount value={amountUA} unit={unit} />) from this
            wallet that the records do not have, as after a restored backup. Nothing is sent until this is
            decided.
          </p>
          <p className="text-13 text-muted">
            Taking over books them from the chain. What was owed to the same wallets counts as paid.
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-2 pt-2">
        {payments > 0 && (
          <Button
            variant="primary"
            busy={takeOver.isPending}
            busyText="Taking over..."
            onClick={() => takeOver.mutate()}
          >
            Take over from the chain
          </Button>
        )}
        <Button variant="danger" disabled={takeOver.isPending} onClick={() => setAsked(true)}>
          {payments === 0 ? 'Continue all the same' : 'Continue without them'}
        </Button>
      </div>
      {asked && <ContinueWithoutDialog {...props} onClose={() => setAsked(false)} />}
    </Notice>
  )
}
