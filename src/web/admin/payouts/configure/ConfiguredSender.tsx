import { type SenderStatusReply, treasuryOf } from '#web/admin/payouts/payout.ts'
import { TreasuryFacts } from '#web/admin/payouts/TreasuryFacts.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { CopyFact, Fact, Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { clusterName } from './node-list.ts'
import type { SenderPlace } from './sender-places.ts'

interface ConfiguredSenderProps {
  place: SenderPlace
  status: SenderStatusReply
}

/** Shows what is saved of a sender: its wallet, to be compared and to be funded, its token, its nodes, since when; and warnings. */
export function ConfiguredSender({ place: { kind, isByCluster }, status }: ConfiguredSenderProps) {
  const { configured, cluster, rpcUrl, walletAddress, tokenMintAddress, nodes, warnings } = status
  const since = useLiveState().state?.senders[kind]?.configuredAt
  const isLive = rpcUrl?.includes('mainnet') || cluster === 'mainnet'
  const title = cluster ? `Configured on ${clusterName(cluster)}` : 'Configured'
  return (
    <div className="space-y-3">
      <Notice tone={configured ? 'done' : 'info'} title={configured ? title : 'Not Configured'}>
        <p className="text-13 text-muted">
          {configured
            ? treasuryOf(status)
              ? 'The wallet needs SOL for fees. Tokens are paid from the treasury, as far as it allows.'
              : 'The wallet needs SOL for fees, and the tokens to be paid out.'
            : 'Nothing is sent before a configuration is saved.'}
        </p>
        <Facts>
          {isByCluster && (
            <Fact name="Network mode">
              <Badge tone={isLive ? 'error' : 'neutral'} {...(isLive && { icon: 'warning' })}>
                {isLive ? 'LIVE' : 'TEST'}
              </Badge>
            </Fact>
          )}
          <SavedAddress name="Wallet" address={walletAddress} isMarked={isByCluster} />
          <TreasuryFacts status={status} />
          <SavedAddress name="Token" address={tokenMintAddress} isMarked={isByCluster} />
          {configured && (
            <Fact name={nodes.length === 1 ? 'Node' : 'Nodes, asked in this order'}>
              <ol aria-label="Nodes" className="text-13 [overflow-wrap:anywhere]">
                {nodes.map((node) => (
                  <li key={node}>{node}</li>
                ))}
              </ol>
            </Fact>
          )}
          {configured && <Fact name="Since">{since ? formatLocal(since) : 'Looking...'}</Fact>}
        </Facts>
      </Notice>
      <SenderWarnings warnings={warnings} />
    </div>
  )
}

interface SavedAddressProps {
  name: string
  address: string | null
  isMarked: boolean
}

/** An address of the configuration, or that there is none. */
function SavedAddress({ name, address, isMarked }: SavedAddressProps) {
  if (address === null) {
    return (
      <Fact name={name}>
        <Badge>not set</Badge>
      </Fact>
    )
  }
  return (
    <CopyFact name={name} value={address}>
      {isMarked && (
        <span className="flex shrink-0 items-center gap-1 text-13 text-done">
          <Icon name="check" className="size-3" />
          <span className="max-sm:sr-only">set</span>
        </span>
      )}
    </CopyFact>
  )
}

/** Shows the avoidable risks of a sender, in the server's words. */
export function SenderWarnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Notice key={warning} tone="warn">
      {warning}
    </Notice>
  ))
}
