import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordsBehindBody as Lacking } from '#api-schema/sender-records.ts'
import { ANCHOR_CONFIRMATION, continueWords } from '#domain/records-behind.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { TypedDialog } from '#web/admin/Dialog.tsx'
import { errorSentence } from '#web/admin/failures.ts'
import { actionFailure, SENDERS, type SenderProps } from '#web/admin/payouts/payout.ts'
import { refreshClaims } from '#web/admin/queries.ts'
import { countOf, groupThousands } from '#web/admin/values.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, Notice } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/** What has to be decided of the wallet's history before a run. */
export function RecordsBehind({ kind, status, unit }: SenderProps) {
  const { recordsBehind, isUnknownWallet, running } = status
  return (
    <>
      {recordsBehind && <LackingPayments kind={kind} lacking={recordsBehind} unit={unit} />}
      {isUnknownWallet && !running && <AnchorQuestion kind={kind} />}
    </>
  )
}

interface LackingPaymentsProps extends Pick<SenderProps, 'kind' | 'unit'> {
  lacking: Lacking
}

/**
 * Shows that the chain has payments which the records lack, or a balance that they do not explain, and offers
 * the ways to continue. Nothing is sent before that.
 */
function LackingPayments({ kind, lacking, unit }: LackingPaymentsProps) {
  const { payments, amountUA, unshown } = lacking
  const { api, refresh } = SENDERS[kind]
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
    <Notice tone="error" title={titleOf(payments)}>
      {unshown > 0 && (
        <p>
          The node lists {countOf(unshown, 'transaction')} of this wallet that it can not show: it has pruned
          them, and payments that the records lack may be among them. Configure an archive node, which keeps
          all, as the first one; or continue all the same.
        </p>
      )}
      {payments === 0 ? (
        <p>
          What the wallet holds on the chain is not explained by the records. Nothing is sent until this is
          decided. Reconcile with the chain first: what else moved its tokens is listed there. Where a node
          has pruned older transactions, one with all of them, as the first one, explains it.
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
      {asked && <ContinueWithoutDialog kind={kind} lacking={lacking} onClose={() => setAsked(false)} />}
    </Notice>
  )
}

const titleOf = (payments: number) =>
  payments === 0 ? "The wallet's balance is not explained" : 'The records are behind the chain'

/** Says beside a start what keeps it from being made. */
export const undecided = ({ payments }: Lacking) => `${titleOf(payments)}: decide that first.`

const BEHIND = {
  title: 'Continue without these payments?',
  warning:
    'The records stay as they are. Claims that were paid by what the records lack are paid a second time.',
  submit: 'Continue without them',
}

const UNEXPLAINED = {
  title: 'Continue all the same?',
  warning:
    'The records stay as they are, and the balance is taken as it is now. A payment that neither the records nor the history show is made a second time.',
  submit: 'Continue all the same',
}

type ContinueWithoutDialogProps = Omit<LackingPaymentsProps, 'unit'> & { onClose(): void }

/** Asks for the number of payments to be typed: their recipients may be paid again. */
function ContinueWithoutDialog({ kind, lacking, onClose }: ContinueWithoutDialogProps) {
  const { payments, unshown } = lacking
  const { api, refresh } = SENDERS[kind]
  const queryClient = useQueryClient()
  const { title, warning, submit } = payments === 0 ? UNEXPLAINED : BEHIND
  const go = useMutation({
    mutationFn: (confirm: string) => adminSend(api.continueWithout, { body: { confirm } }),
    onSuccess() {
      showToast({
        title: payments === 0 ? 'Going On' : 'Going On Without Them',
        description: 'The sender can be started again.',
      })
      onClose()
      return refresh(queryClient)
    },
  })
  return (
    <TypedDialog
      title={title}
      words={continueWords({ payments, unshown })}
      // The node may show fewer or more by now: then the answer says which words are asked for.
      isStale={go.isError}
      onClose={onClose}
      onConfirm={go.mutate}
      error={go.error && errorSentence(go.error, 'Failed to continue')}
      submit={{ text: submit, busyText: 'Checking...', busy: go.isPending }}
    >
      <p>{warning}</p>
    </TypedDialog>
  )
}

/**
 * Asks about a wallet that the records do not know whether a Ferry has paid from it before: if not, the first
 * run need not read its whole history.
 */
function AnchorQuestion({ kind }: Pick<SenderProps, 'kind'>) {
  const { api, refresh } = SENDERS[kind]
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(false)
  const settle = useMutation({
    mutationFn: (confirm: string) => adminSend(api.anchorNow, { body: { confirm } }),
    onSuccess() {
      showToast({ title: 'History Settled', description: 'The wallet’s history up to now is not read.' })
      setAsked(false)
      return refresh(queryClient)
    },
  })
  return (
    <Notice title="Has a Ferry ever paid from this wallet?">
      <p>
        Its first run reads every transaction of the wallet, to find payments that these records lack. With a
        wallet of thousands that takes minutes. If no Ferry ever paid from it, they need not be read.
      </p>
      <div className="pt-2">
        <Button onClick={() => setAsked(true)}>It never did</Button>
      </div>
      {asked && (
        <TypedDialog
          title="Leave the wallet’s history unread?"
          words={ANCHOR_CONFIRMATION}
          onClose={() => setAsked(false)}
          onConfirm={settle.mutate}
          error={settle.error && errorSentence(settle.error, 'Failed to settle the history')}
          submit={{ text: 'Leave it unread', busyText: 'Checking...', busy: settle.isPending }}
        >
          <p>
            Payments that a Ferry made from this wallet before now are never looked for: if there are any,
            they are made again.
          </p>
        </TypedDialog>
      )}
    </Notice>
  )
}
