import { useState } from 'react'
import type { AdminClaim } from '#api-schema/admin.ts'
import { useBulkSenderStatus } from '#web/admin/queries.ts'
import { explorerTxUrl } from '#web/lib/explorer-url.ts'
import { Button } from '#web/ui/Button.tsx'
import { ExternalLink } from '#web/ui/ExternalLink.tsx'
import { MarkSentDialog } from './MarkSentDialog.tsx'
import { RejectDialog } from './RejectDialog.tsx'

/** The actions on a claim: decide it while it is queued, open its transaction once it has one. */
export function ClaimActions({ claim }: { claim: AdminClaim }) {
  const [asked, setAsked] = useState<'mark-sent' | 'reject' | null>(null)
  const { data: sender } = useBulkSenderStatus()
  const { status, solTx } = claim

  if (status === 'queued') {
    const close = () => setAsked(null)
    return (
      <div className="flex flex-wrap gap-2">
        <Button size="small" className="whitespace-nowrap" onClick={() => setAsked('mark-sent')}>
          Mark Sent
        </Button>
        <Button size="small" variant="danger" onClick={() => setAsked('reject')}>
          Reject
        </Button>
        {asked === 'mark-sent' && <MarkSentDialog claim={claim} onClose={close} />}
        {asked === 'reject' && <RejectDialog claim={claim} onClose={close} />}
      </div>
    )
  }
  if (!solTx) return <span className="text-muted">-</span>
  const cluster = claim.cluster ?? sender?.cluster ?? null
  return (
    <ExternalLink href={explorerTxUrl(solTx, { cluster, rpcUrl: sender?.rpcUrl ?? null })}>
      View Tx
    </ExternalLink>
  )
}
