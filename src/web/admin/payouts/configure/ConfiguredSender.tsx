import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { clusterName } from './node-list.ts'

/** Shows the paying wallet, to be compared and to be funded, its nodes, and warnings. */
export function ConfiguredSender({
  status,
}: {
  status: Pick<BulkSenderStatusResponse, 'walletAddress' | 'cluster' | 'nodes' | 'warnings'>
}) {
  const { walletAddress, cluster, nodes, warnings } = status
  return (
    <div className="space-y-3">
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
        <div className="text-13 [overflow-wrap:anywhere] text-muted">
          {nodes.length === 1 ? (
            `Node: ${nodes[0]}`
          ) : (
            <>
              Nodes, asked in this order:
              <ol aria-label="Nodes" className="list-decimal pl-5">
                {nodes.map((node) => (
                  <li key={node}>{node}</li>
                ))}
              </ol>
            </>
          )}
        </div>
      </Notice>
      <SenderWarnings warnings={warnings} />
    </div>
  )
}

/** Shows the avoidable risks of a sender, in the server's words. */
export function SenderWarnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Notice key={warning} tone="warn">
      <p>{warning}</p>
    </Notice>
  ))
}
