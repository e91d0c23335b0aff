import type { AdminClaimDetail } from '#api-schema/claims.ts'
import { Dialog } from '#web/admin/Dialog.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useBulkSenderStatus, useClaim } from '#web/admin/queries.ts'
import { changeUrlState } from '#web/admin/url-state.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { CopyFact, Fact, Facts } from '#web/ui/Facts.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ClaimActions } from './ClaimActions.tsx'
import { ClaimAttempts } from './ClaimAttempts.tsx'
import { ClaimHistory, ClaimNotes } from './ClaimHistory.tsx'
import { ClaimStatusBadge } from './ClaimRow.tsx'

/** The details of one claim, and its actions. */
export function ClaimSheet({ id, unit }: { id: string; unit: string }) {
  const query = useClaim(id)
  const { data: claim, error } = query
  return (
    <Dialog shape="sheet" title={`Claim ${id}`} onClose={() => changeUrlState({ claim: '' })}>
      {error && <FailedQuery text={errorSentence(error, 'Failed to fetch claims')} query={query} />}
      {!claim && !error && <Skeleton className="h-80" />}
      {claim && <ClaimDetail claim={claim} unit={unit} />}
    </Dialog>
  )
}

function ClaimDetail({ claim, unit }: { claim: AdminClaimDetail; unit: string }) {
  const { data: sender } = useBulkSenderStatus()
  const { amountUa, status, attemptState, failure, reason } = claim
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-22 font-semibold">
          <Amount value={amountUa} unit={unit} />
        </p>
        <ClaimStatusBadge status={status} />
      </div>
      {reason && (
        <Notice tone="error" title="Rejected">
          <p className="[overflow-wrap:anywhere]">{reason}</p>
        </Notice>
      )}
      {failure && (
        <Notice tone="error" title="The last payment failed">
          <p>{failure}</p>
        </Notice>
      )}
      <Facts>
        <CopyFact name="EVM Address" value={claim.evmAddr} />
        <CopyFact name="Solana Address" value={claim.solAddr} />
        <Fact name="Submitted">{formatLocal(claim.submittedAt)}</Fact>
        {attemptState && <Fact name="Transaction">{attemptState}</Fact>}
        {claim.solTx && <CopyFact name="Paid by" value={claim.solTx} what="transaction" />}
      </Facts>
      <ClaimActions claim={claim} place="sheet" />
      <ClaimHistory history={claim.history} />
      <ClaimNotes id={claim.id} />
      <ClaimAttempts attempts={claim.attempts} rpcUrl={sender?.rpcUrl ?? null} />
      <SignedMessage claim={claim} />
    </div>
  )
}

/** The message that the holder signed, and the list that it counts in: enough to verify it without the portal. */
function SignedMessage({ claim }: { claim: AdminClaimDetail }) {
  const { message, signature, chainId, nonce, snapshotFileHash } = claim
  return (
    <details>
      <summary className="w-fit py-1 font-medium text-accent">What was signed</summary>
      <div className="space-y-2 pt-2">
        <pre className="rounded-control bg-well p-3 font-mono text-13 break-all whitespace-pre-wrap">
          {message}
        </pre>
        <Facts>
          <Fact name="Signature">
            <span className="max-h-40 min-w-0 overflow-y-auto text-left font-mono text-13 break-all">
              {signature}
            </span>
            <CopyButton text={signature} what="signature" />
          </Fact>
          <Fact name="Chain id">
            <span className="font-mono">{chainId}</span>
          </Fact>
          <Fact name="Nonce">
            <span className="font-mono">{nonce}</span>
          </Fact>
          {snapshotFileHash && (
            <CopyFact name="Allocation file (SHA-256)" value={snapshotFileHash} what="hash" />
          )}
        </Facts>
      </div>
    </details>
  )
}
