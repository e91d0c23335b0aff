import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ANCHOR_CONFIRMATION } from '#domain/records-behind.ts'
import type { SenderKind } from '#domain/sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { TypedDialog } from '#web/admin/ConfirmationDialog.tsx'
import { SENDERS, type SenderStatusReply } from '#web/admin/payouts/payout.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast-store.ts'

interface AnchorNowProps {
  kind: SenderKind
  status: SenderStatusReply
}

/**
 * Asks about a wallet that the records do not know whether a Ferry has paid from it before: if not, the first
 * run need not read its whole history.
 */
export function AnchorNow({ kind, status }: AnchorNowProps) {
  return status.isUnknownWallet && !status.running ? <AnchorQuestion kind={kind} /> : null
}

function AnchorQuestion({ kind }: Pick<AnchorNowProps, 'kind'>) {
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
