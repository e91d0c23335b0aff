import { useState } from 'react'
import type { AdminClaim, MarkSentBody } from '#api-schema/admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { useBulkSenderStatus } from '#web/admin/queries.ts'
import { TransactionDialog } from '#web/admin/TransactionDialog.tsx'
import { explorerTxUrl } from '#web/lib/explorer-url.ts'
import { Button } from '#web/ui/Button.tsx'
import { ExternalLink } from '#web/ui/ExternalLink.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { UndoReject } from './UndoReject.tsx'
import { useDecideClaim } from './use-decide-claim.ts'

interface ClaimActionsProps {
  claim: AdminClaim
  /** A row of the list has what is specified; the details of a claim have the rest. */
  place: 'row' | 'sheet'
}

/** The actions on a claim: decide it while it is queued, open its transaction once it has one. */
export function ClaimActions({ claim, place }: ClaimActionsProps) {
  const [asked, setAsked] = useState<'mark-sent' | 'reject' | null>(null)
  const { status, solTx } = claim

  if (status === 'queued') {
    const close = () => setAsked(null)
    return (
      <div className={`flex items-center gap-1 ${place === 'row' ? 'justify-end panel:justify-start' : ''}`}>
        <Button
          size={place === 'row' ? 'tiny' : 'small'}
          variant={place === 'row' ? 'quiet' : 'secondary'}
          className={place === 'row' ? '-mr-2 whitespace-nowrap panel:-ml-2' : ''}
          onClick={() => setAsked('mark-sent')}
        >
          Mark Sent
        </Button>
        {place === 'sheet' && (
          <Button size="small" variant="danger" onClick={() => setAsked('reject')}>
            Reject
          </Button>
        )}
        {asked === 'mark-sent' && <MarkSentDialog claim={claim} onClose={close} />}
        {asked === 'reject' && <RejectDialog claim={claim} onClose={close} />}
      </div>
    )
  }
  if (!solTx) {
    return place === 'row' ? <span className="text-muted">-</span> : <UndoReject claim={claim} />
  }
  return <ViewTransaction claim={claim} solTx={solTx} />
}

/** By itself, so that no row without a transaction follows the sender's state. */
function ViewTransaction({ claim, solTx }: { claim: AdminClaim; solTx: string }) {
  const { data: sender } = useBulkSenderStatus()
  const cluster = claim.cluster ?? sender?.cluster ?? null
  return (
    <ExternalLink href={explorerTxUrl(solTx, { cluster, rpcUrl: sender?.rpcUrl ?? null })}>
      View Tx
    </ExternalLink>
  )
}

const FALLBACK = 'Failed to mark as sent'

/** Asks for the transaction that paid a claim. */
function MarkSentDialog({ claim: { id }, onClose }: { claim: AdminClaim; onClose(): void }) {
  const done = `Claim ${id} is marked as sent.`
  const markSent = useDecideClaim(
    (body: MarkSentBody) => adminSend(endpoints.admin.markSent, { body }),
    { done, failure: FALLBACK },
    onClose,
  )

  return (
    <TransactionDialog
      title={`Mark claim ${id} as sent`}
      label="Enter transaction hash:"
      hint="The Solana transaction that paid this claim. It is looked up on the chain."
      submitText="Mark Sent"
      forceText="Mark as sent all the same"
      payment={markSent}
      fallback={FALLBACK}
      onSubmit={(transaction) => markSent.mutate({ id, ...transaction })}
      onClose={onClose}
    />
  )
}
