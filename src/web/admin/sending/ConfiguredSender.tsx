import type { BulkSenderStatusResponse } from '#contract/bulk-sender.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { clusterName } from './cluster-name.ts'

/** The wallet that pays, to be compared and to be funded. */
export function ConfiguredSender({
  status,
}: {
  status: Pick<BulkSenderStatusResponse, 'walletAddress' | 'cluster'>
}) {
  const { walletAddress, cluster } = status
  return (
    <Notice tone="done" title={cluster ? `Configured on ${clusterName(cluster)}` : 'Configured'}>
      <p className="text-13 text-muted">
        Wallet address. It needs SOL for fees, and the tokens to be paid out.
      </p>
      {walletAddress && (
        <div className="flex items-center gap-2">
          <span className="min-w-0 font-mono text-13 break-all sm:text-15">{walletAddress}</span>
          <CopyButton text={walletAddress} />
        </div>
      )}
    </Notice>
  )
}
